/** Compares answers of the database's REST interface with what the functions expect. Pure. */

import { IDLE_MS, isDenial, isStored } from "@greenhouse/database/client/answers";
import type { RestAnswer } from "@greenhouse/database/client/answers";
import { shorten } from "@greenhouse/domain/words/text";
import type { Idle, Answered, Unanswered } from "./exchange";

/**
 * An answer that the functions rely on. `reading` is their own answer, which another check
 * examines.
 */
export type Expected = "reading" | "read" | "denied" | "stored" | "wrong token";

export interface Row {
  /** The request in a few words. */
  readonly request: string;
  readonly expected: Expected;
  readonly seen: Answered | Unanswered;
}

export interface Difference {
  readonly state: "failed" | "warning";
  readonly detail: string;
  readonly remedy: string;
}

export interface CheckedRow extends Row {
  /** Differences of the status or the body, and of the connection. */
  readonly answer?: Difference;
  readonly connection?: Difference;
}

export interface Answers {
  readonly rows: readonly CheckedRow[];
  /** From the header Keep-Alive of the last answer. */
  readonly announcedMs: number | undefined;
  /** Measured with `--wait`. */
  readonly idle: Idle | undefined;
}

const DEPLOY = "Deploy the rules: npx firebase deploy --only database";
const REPORT =
  "Report this table as an issue: the functions must learn this answer (database/client/answers.ts).";

interface Expectation {
  readonly description: string;
  readonly isMet: (answer: RestAnswer) => boolean;
  /** The effect of another answer on the readings. */
  readonly otherwise: string;
}

const EXPECTATIONS: Readonly<Record<Exclude<Expected, "reading">, Expectation>> = {
  read: {
    description: "200",
    isMet: ({ status }) => status === 200,
    otherwise: "The functions cannot look up anything, so they answer readings with 503.",
  },
  denied: {
    description: '401 "Permission denied"',
    isMet: isDenial,
    otherwise:
      "The functions treat it as a failure: each reading takes one more round trip, and writes that the rules reject get 503.",
  },
  stored: {
    description: "204 without a body",
    isMet: (answer) => isStored(answer) && answer.text === "",
    otherwise: "The functions do not treat it as stored, so they answer readings with 503.",
  },
  "wrong token": {
    description: "401 about the token",
    isMet: (answer) => answer.status === 401 && !isDenial(answer),
    otherwise:
      "The functions do not renew a token after such an answer: when the token has expired, readings get 503.",
  },
};

/** @param rows in the order in which they were sent; all database requests used one connection */
export function checkAnswers(rows: readonly Row[], idle: Idle | undefined): Answers {
  const databaseRows = rows.filter(({ expected }) => expected !== "reading");
  const checked = rows.map((row): CheckedRow => {
    if (row.expected === "reading") return row;
    const answer = checkAnswer(row.seen, row.expected);
    const connection = checkConnection(row, databaseRows[databaseRows.indexOf(row) - 1]);
    return { ...row, ...(answer && { answer }), ...(connection && { connection }) };
  });
  const last = databaseRows.findLast(({ seen }) => !("problem" in seen))?.seen;
  return { rows: checked, announcedMs: last && announcedMs(last), idle };
}

function checkAnswer(seen: Answered | Unanswered, expected: keyof typeof EXPECTATIONS) {
  if ("problem" in seen) {
    const remedy = "Can this machine reach the database? See --database-url.";
    return fail(`It was not answered: ${seen.problem}.`, remedy);
  }
  const { description, isMet, otherwise } = EXPECTATIONS[expected];
  if (isMet(seen)) return undefined;
  const instead = `${quote(seen)} instead of ${description}.`;
  if (seen.status === 429 || seen.status >= 500)
    return fail(`${instead} The database is busy or unavailable.`, "Run the doctor again later.");
  if (expected !== "wrong token") {
    if (seen.status === 401 && !isDenial(seen))
      return fail(
        `${instead} The access token of these credentials is not accepted.`,
        "Set GOOGLE_APPLICATION_CREDENTIALS to the key file of a service account that may use the database.",
      );
    if (isDenial(seen))
      return fail(`${instead} The rules deny a request that the functions need.`, DEPLOY);
    if (expected === "denied" && seen.status < 300)
      return fail(
        `${instead} The rules do not limit the functions: they act as an administrator.`,
        `${DEPLOY}. If they are deployed, the database ignores auth_variable_override: report this table as an issue.`,
      );
  }
  return fail(`${instead} ${otherwise}`, REPORT);
}

function fail(detail: string, remedy: string): Difference {
  return { state: "failed", detail, remedy };
}

function checkConnection({ seen }: Row, before: Row | undefined): Difference | undefined {
  if (before === undefined || "problem" in before.seen || "problem" in seen || seen.isKept)
    return undefined;
  return {
    state: "warning",
    detail:
      "The connection of the previous request was closed. The functions keep connections: on a new connection a request takes two more round trips.",
    remedy:
      "Nothing is lost. Check whether a proxy between this machine and the database closes it.",
  };
}

/** Returns the announced time: `Keep-Alive: timeout=5` means five seconds. */
export function announcedMs(seen: Answered | Unanswered): number | undefined {
  if ("problem" in seen || seen.connection === "close") return undefined;
  const [, seconds] = /\btimeout=(\d{1,6})\b/i.exec(seen.keepAlive ?? "") ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Finds out whether the server closes a connection that the functions would still use. */
export function checkIdle({
  announcedMs: announced = IDLE_MS,
  idle,
}: Answers): Difference | undefined {
  const closedAfterMs = idle?.closedAfterMs;
  // Node closes a connection a second before the announced time.
  if (closedAfterMs === undefined || closedAfterMs >= Math.min(announced - 1000, IDLE_MS))
    return undefined;
  return {
    state: "warning",
    detail: `An idle connection was closed after ${seconds(closedAfterMs)}; the functions keep it for ${seconds(Math.min(announced, IDLE_MS))}.`,
    remedy:
      "Nothing is lost: the functions send again at once on a new connection. A shorter IDLE_MS (database/client/answers.ts) avoids that.",
  };
}

export function seconds(timeMs: number): string {
  return `${Math.round(timeMs / 1000)} s`;
}

function quote({ status, text }: RestAnswer): string {
  return text === "" ? String(status) : `${status} ${shorten(text.trim(), 60)}`;
}
