/** Describes the result of the comparison of answers, in words and as a table. Pure. */

import { shorten } from "@greenhouse/domain/words/text";
import { count, formatTable, printable } from "../core/text";
import { announcedMs, checkIdle, seconds } from "./answers";
import type { Answers } from "./answers";
import type { DoctorResult } from "./check";
import type { Answered } from "./exchange";

/** Returns the result in words; `answersText` returns the table. */
export function resultOf(name: string, answers: Answers): DoctorResult {
  const { rows } = answers;
  const early = checkIdle(answers);
  const differences = rows.flatMap(({ answer, connection }) =>
    [answer, connection].filter((difference) => difference !== undefined),
  );
  const all = early === undefined ? differences : [...differences, early];
  const idle = early?.detail ?? idleText(answers);
  if (all.length === 0) return { name, state: "ok", detail: `${EXPECTED} ${idle}`, answers };
  const isFailed = all.some(({ state }) => state === "failed");
  const differing = rows.filter((row) => row.answer ?? row.connection).length;
  const answered =
    differing === 0
      ? EXPECTED
      : `${count(differing, "answer")} of ${rows.length} ${differing === 1 ? "differs" : "differ"} from what the functions expect.`;
  return {
    name,
    state: isFailed ? "failed" : "warning",
    detail: `${answered} ${idle}`,
    ...(early && { remedy: early.remedy }),
    answers,
  };
}

const EXPECTED = "All as the functions expect.";

function idleText({ announcedMs: announced, idle }: Answers): string {
  if (idle !== undefined)
    return idle.closedAfterMs === undefined
      ? `An idle connection was still open after ${seconds(idle.waitedMs)}.`
      : `An idle connection was closed after ${seconds(idle.closedAfterMs)}.`;
  return announced === undefined
    ? "The server does not announce when it closes idle connections: use --wait to measure it."
    : `The server announces that it closes idle connections after ${seconds(announced)}.`;
}

const COLUMNS = ["request", "status", "HTTP", "ms", "bytes", "kept", "connection", "length"];
const MARK = " ≠";
const CELL = 16;

/** Returns a table in 80 columns, and below it the differences. */
export function answersText({ rows }: Answers): string {
  const cells = rows.map(({ request, seen, answer, connection }) => {
    const mark = answer === undefined ? "" : MARK;
    if ("problem" in seen) return [request, `-${mark}`];
    return [
      request,
      `${seen.status}${mark}`,
      seen.httpVersion,
      String(Math.round(seen.timeMs)),
      String(seen.bytes),
      `${seen.isKept ? "yes" : "no"}${connection === undefined ? "" : MARK}`,
      shorten(connectionText(seen), CELL),
      (seen.transferEncoding ?? seen.contentLength ?? "-").slice(0, CELL / 2),
    ];
  });
  // A note that several rows share is printed once.
  const noted = new Map<string, string[]>();
  for (const { request, answer, connection } of rows) {
    for (const difference of [answer, connection]) {
      if (difference === undefined) continue;
      const note = `${printable(difference.detail)}\n  → ${difference.remedy}`;
      noted.set(note, [...(noted.get(note) ?? []), request]);
    }
  }
  const notes = Array.from(noted, ([note, requests]) => `≠ ${requests.join(", ")}: ${note}`);
  return [formatTable(COLUMNS, cells, ""), ...notes]
    .flatMap((text) => text.split("\n"))
    .map((line) => `  ${line}`)
    .join("\n");
}

function connectionText(seen: Answered): string {
  const announced = announcedMs(seen);
  const kept = announced === undefined ? seen.keepAlive : seconds(announced);
  return [seen.connection ?? "-", kept ?? ""].join(" ").trim();
}
