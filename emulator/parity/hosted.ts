/** Compares answers with those of the hosted database that others have recorded. Pure. */

import type { Answer, Asked, Report } from "./compare.ts";
import type { Request } from "./question.ts";

/** The words for an answer of which only the outcome was recorded, with their statuses. */
const OUTCOMES: Readonly<Record<string, readonly number[]>> = {
  allow: [200, 204],
  deny: [401],
  accepted: [200, 204],
  refused: [400],
};

/** What was asked of one source. */
interface Row {
  readonly files: Set<string>;
  answers: number;
  equal: number;
  intended: number;
  errors: number;
}

/**
 * Returns a line for each difference that is not intended, and a table with a row for each source.
 * @param intended reasons by the question's id
 */
export function hostedReport(
  answeredQuestions: readonly Asked[],
  intended: Readonly<Record<string, string>>,
): Report {
  const rows = new Map<string, Row>();
  const errors: string[] = [];
  for (const { question, answers } of answeredQuestions) {
    const { id, asks, requests, source } = question;
    if (source === undefined) continue;
    const folder = source.file.slice(0, source.file.lastIndexOf("/"));
    const row = rowOf(rows, `${source.repository} ${folder}`);
    row.files.add(source.file);
    const found = requests.flatMap((request, index) => {
      if (request.hosted === undefined) return [];
      row.answers += 1;
      const difference = differenceOf(request, answers[index]);
      return difference === undefined ? [] : [`${id}: ${asks} ${request.line}: ${difference}`];
    });
    const asked = requests.filter(({ hosted }) => hosted !== undefined).length;
    row.equal += asked - found.length;
    const reason = intended[id];
    if (reason === undefined) {
      row.errors += found.length;
      errors.push(...found);
    } else if (found.length > 0) row.intended += found.length;
    else errors.push(`${id}: no difference, although one is intended: ${reason}`);
  }
  return { lines: [...errors, ...table(rows)], isPassed: errors.length === 0 };
}

function rowOf(rows: Map<string, Row>, name: string): Row {
  const row = rows.get(name) ?? { files: new Set(), answers: 0, equal: 0, intended: 0, errors: 0 };
  rows.set(name, row);
  return row;
}

/** Returns the expected and the actual answer, if they differ. */
function differenceOf({ method, hosted = "" }: Request, answer?: Answer): string | undefined {
  const { status = 0, headers = {}, body = "no answer" } = answer ?? {};
  const outcome = OUTCOMES[hosted];
  if (method === "EXPR") {
    const actual = body.replaceAll('"', "");
    return hosted === actual ? undefined : `hosted ${hosted}, here ${actual}`;
  }
  if (outcome !== undefined) {
    return outcome.includes(status) ? undefined : `hosted ${hosted}, here ${status} ${body}`;
  }
  const [, code = "", parts = "", value] =
    /^(\d+)((?: \[[\w-]+: [^\]]*\])*)(?: ([^]+))?$/.exec(hosted) ?? [];
  const shownHeaders = Object.entries(headers).map(([name, text]) => ` [${name}: ${text}]`);
  const isEqual =
    code === String(status) &&
    parts === (parts === "" ? "" : shownHeaders.join("")) &&
    (value === undefined || sorted(value) === sorted(body));
  if (isEqual) return undefined;
  return `hosted ${hosted}, here ${status}${parts === "" ? "" : shownHeaders.join("")} ${body}`;
}

/** Returns JSON with sorted keys: the recordings do not keep the order. */
function sorted(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), (_, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  } catch {
    return json;
  }
}

const HEAD = [
  "hosted database, recorded by",
  "recordings",
  "answers",
  "equal",
  "intended",
  "errors",
];

function table(rows: ReadonlyMap<string, Row>): readonly string[] {
  const cells = Array.from(rows, ([name, { files, answers, equal, intended, errors }]) => [
    name,
    ...[files.size, answers, equal, intended, errors].map(String),
  ]);
  const sums = HEAD.map((_, column) =>
    column === 0 ? "all" : String(cells.reduce((sum, row) => sum + Number(row[column]), 0)),
  );
  const all = [HEAD, ...cells, sums];
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 0 ? cell.padEnd(width) : cell.padStart(width);
  };
  return all.map((row) => row.map(padded).join("  "));
}
