/** When each refusal is the answer, and what a client does then: for the tables of docs/http-api.md and for openapi.json. */

import { REFUSALS } from "@greenhouse/domain/refusals";
import type { RefusalCode } from "@greenhouse/domain/refusals";
import {
  MAX_BODY_BYTES,
  MAX_READING_AGE_DAYS,
  MAX_READINGS,
  MAX_SIGNED_BODY_BYTES,
  MAX_TIME_DIFFERENCE_MS,
} from "@greenhouse/domain/reading-limits";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { markdownTable } from "./markdown.ts";

export type Path = "/sensorData" | "/reportIp";

interface Answer {
  readonly code: RefusalCode;
  readonly paths: readonly Path[];
  /** Absent where the code says it. */
  readonly when?: string;
  /** Absent where only a correct request helps. */
  readonly advice?: string;
}

const BOTH: readonly Path[] = ["/sensorData", "/reportIp"];
const READINGS: readonly Path[] = ["/sensorData"];
const ADDRESS: readonly Path[] = ["/reportIp"];
const MINUTES = MAX_TIME_DIFFERENCE_MS / MINUTE_MS;

/** In the order of the checks. A code may have several rows. */
export const ANSWERS: readonly Answer[] = [
  {
    code: "method-not-allowed",
    paths: BOTH,
    when: "Also for `OPTIONS`. With `Allow: POST`.",
    advice: "`Date` has the time.",
  },
  {
    code: "unsupported-encoding",
    paths: BOTH,
    when: "Compress with gzip, or not at all. With `Accept-Encoding: gzip`.",
  },
  {
    code: "body-too-large",
    paths: BOTH,
    when: `Over ${MAX_BODY_BYTES / 1024} KiB (batch: ${MAX_SIGNED_BODY_BYTES / 1024}), as sent or inflated.`,
    advice: "Send fewer readings.",
  },
  {
    code: "body-not-an-object",
    paths: BOTH,
  },
  {
    code: "body-not-json",
    paths: BOTH,
    when: "A bare `NaN`, `nan`, `Infinity` or `inf`.",
  },
  {
    code: "missing-field",
    paths: BOTH,
    when: "On `/sensorData`, `timestamp` is checked after all types.",
  },
  {
    code: "field-not-a-string",
    paths: BOTH,
  },
  {
    code: "field-not-a-number",
    paths: BOTH,
  },
  {
    code: "invalid-readings",
    paths: READINGS,
    when: "Empty, or not a list of objects.",
  },
  {
    code: "too-many-readings",
    paths: READINGS,
    when: `More than ${MAX_READINGS}.`,
    advice: "Send fewer readings.",
  },
  {
    code: "invalid-import",
    paths: READINGS,
  },
  {
    code: "invalid-signature",
    paths: READINGS,
    when: "`readings` without `X-Signature`: checked before the fields, but after them where only `hmac` is accepted.",
    advice: "Sign the batch.",
  },
  {
    code: "invalid-api-key",
    paths: READINGS,
    when: "Key in the body.",
  },
  {
    code: "sensor-not-found",
    paths: READINGS,
    when: "Not registered, or not allowed as a uid.",
    advice: "Keep the readings. Register it, or correct the uid.",
  },
  {
    code: "sensor-not-linked",
    paths: READINGS,
    when: "It has no greenhouse.",
    advice: "Keep the readings. Assign it to a greenhouse.",
  },
  {
    code: "farm-not-found",
    paths: BOTH,
    when: "`/reportIp`, or a farm's batch.",
    advice: "Keep the readings. Correct the id.",
  },
  {
    code: "invalid-signature",
    paths: BOTH,
    when: "Wrong or missing.",
    advice: "Keep the readings. Correct the key.",
  },
  {
    code: "timestamp-out-of-range",
    paths: BOTH,
    when: `More than ${MINUTES} minutes off.`,
    advice: "Set the clock by `Date`. Send once more.",
  },
  {
    code: "too-many-requests",
    paths: READINGS,
    when: "If the deployment has a limit. With `Retry-After`.",
  },
  {
    code: "invalid-api-key",
    paths: ADDRESS,
    when: "`/reportIp`.",
  },
  {
    code: "invalid-ip-address",
    paths: ADDRESS,
    when: "`/reportIp`: not dotted-decimal IPv4.",
  },
  {
    code: "database-unavailable",
    paths: BOTH,
    when: "Not confirmed in time (10 s). With `Retry-After`.",
  },
  {
    code: "internal-error",
    paths: BOTH,
    advice: "Send again later.",
  },
];

interface BatchAnswer {
  readonly code: RefusalCode;
  readonly when?: string;
  /** Whether the client keeps the reading. */
  readonly keep: string;
}

const MAY_BE_CORRECTED = "Keep it if somebody may correct that.";

/** For one reading of a batch. */
const BATCH_ANSWERS: readonly BatchAnswer[] = [
  {
    code: "reading-too-old",
    when: `Over ${MAX_READING_AGE_DAYS} days old (\`MAX_READING_AGE_DAYS\`).`,
    keep: "Drop it.",
  },
  {
    code: "reading-from-future",
    when: `Over ${MINUTES} minutes ahead.`,
    keep: "At the end of the batch: keep it for a minute.",
  },
  {
    code: "reading-from-far-future",
    when: "Further ahead than a reading may be old.",
    keep: "Drop it.",
  },
  {
    code: "uid-mismatch",
    when: "Another `uid` in a sensor's batch.",
    keep: "Drop it.",
  },
  {
    code: "sensor-has-own-key",
    when: "In a farm's batch.",
    keep: "Keep it if that key may be removed.",
  },
  { code: "sensor-not-found", keep: MAY_BE_CORRECTED },
  { code: "sensor-not-linked", keep: MAY_BE_CORRECTED },
  {
    code: "database-unavailable",
    when: "The rules deny its registration.",
    keep: "Keep it until the operator corrects that.",
  },
];

/** Fields of one reading, refused as in a request of its own. Not in the page's table. */
const FIELD_CODES: readonly RefusalCode[] = [
  "missing-field",
  "field-not-a-string",
  "field-not-a-number",
];

export const BATCH_CODES = [...FIELD_CODES, ...BATCH_ANSWERS.map(({ code }) => code)];

const described = new Set([...ANSWERS.map(({ code }) => code), ...BATCH_CODES]);
const forgotten = (Object.keys(REFUSALS) as RefusalCode[]).filter((code) => !described.has(code));
if (forgotten.length > 0) {
  throw new Error(`tools/dev/documents/refusals.ts does not describe: ${forgotten.join(", ")}.`);
}

const cellsOf = (code: RefusalCode, ...notes: readonly string[]): readonly string[] => [
  `${REFUSALS[code].status} \`${code}\``,
  notes.filter(Boolean).join(" "),
];

export function refusalTable(): string {
  const rows = ANSWERS.map(({ code, when = "", advice = "" }) => cellsOf(code, when, advice));
  return markdownTable(["code", "when, and what to do"], rows);
}

export function batchRefusalTable(): string {
  const rows = BATCH_ANSWERS.map(({ code, when = "", keep }) => cellsOf(code, when, keep));
  return markdownTable(["code", "when, and whether to keep the reading"], rows);
}
