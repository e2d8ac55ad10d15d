import { checkAnswers } from "../../../../tools/cli/src/doctor/answers";
import { answersText, resultOf } from "../../../../tools/cli/src/doctor/answers-text";
import type { Answers, Expected, CheckedRow, Row } from "../../../../tools/cli/src/doctor/answers";
import type { DoctorResult } from "../../../../tools/cli/src/doctor/check";
import type { Idle, Answered } from "../../../../tools/cli/src/doctor/exchange";

const DENIED = '{"error":"Permission denied"}';

function seen(status: number, text: string, more: Partial<Answered> = {}): Answered {
  return {
    status,
    code: undefined,
    text,
    httpVersion: "1.1",
    connection: "keep-alive",
    keepAlive: "timeout=65",
    contentLength: String(text.length),
    transferEncoding: undefined,
    bytes: 300,
    isKept: true,
    timeMs: 12.4,
    ...more,
  };
}

const USUAL: Readonly<Record<string, readonly [Expected, Answered]>> = {
  "POST sensorData": ["reading", seen(200, "{}", { transferEncoding: "chunked", isKept: false })],
  "GET a sensor": ["read", seen(200, "null", { isKept: false })],
  "GET forbidden": ["denied", seen(401, DENIED)],
  "PATCH forbidden": ["denied", seen(401, DENIED)],
  "PATCH a reading": ["stored", seen(204, "", { contentLength: undefined, bytes: 206 })],
  "GET wrong token": ["wrong token", seen(401, '{"error":"Unauthorized request."}')],
};

/** The usual answers, with exceptions. */
function answers(others: Readonly<Record<string, Row["seen"]>> = {}, idle?: Idle): Answers {
  const rows = Object.entries(USUAL).map(([request, [expected, usual]]) => ({
    request,
    expected,
    seen: others[request] ?? usual,
  }));
  return checkAnswers(rows, idle);
}

function rowOf(name: string, unexpected: Row["seen"]): CheckedRow {
  const row = answers({ [name]: unexpected }).rows.find(({ request }) => request === name);
  if (row === undefined) throw new Error(`There is no ${name}.`);
  return row;
}

function wordsOf(result: DoctorResult): readonly (string | undefined)[] {
  return [result.state, result.detail, result.remedy];
}

test("accepts the answers that the functions expect, and shows a table in 80 columns", () => {
  const result = resultOf("https", answers());
  expect(wordsOf(result)).toEqual([
    "ok",
    "All as the functions expect. The server announces that it closes idle connections after 65 s.",
    undefined,
  ]);
  expect(answersText(answers())).toBe(
    [
      "  REQUEST          STATUS  HTTP  MS  BYTES  KEPT  CONNECTION       LENGTH",
      "  POST sensorData  200     1.1   12  300    no    keep-alive 65 s  chunked",
      "  GET a sensor     200     1.1   12  300    no    keep-alive 65 s  4",
      "  GET forbidden    401     1.1   12  300    yes   keep-alive 65 s  29",
      "  PATCH forbidden  401     1.1   12  300    yes   keep-alive 65 s  29",
      "  PATCH a reading  204     1.1   12  206    yes   keep-alive 65 s  -",
      "  GET wrong token  401     1.1   12  300    yes   keep-alive 65 s  33",
    ].join("\n"),
  );
});

test.each<[string, Row["seen"], string, string]>([
  [
    "GET a sensor",
    seen(401, DENIED),
    "The rules deny a request that the functions need",
    "Deploy the rules",
  ],
  ["GET a sensor", seen(401, "{}"), "The access token of these credentials is not", "GOOGLE_APPL"],
  [
    "GET a sensor",
    { problem: "socket hang up" },
    "It was not answered: socket hang up.",
    "--databas",
  ],
  ["GET forbidden", seen(200, "null"), "act as an administrator", "auth_variable_override"],
  ["GET forbidden", seen(403, DENIED), "treat it as a failure", "database/client/answers.ts"],
  ["PATCH a reading", seen(200, "{}"), "200 {} instead of 204 without a body.", "issue"],
  ["PATCH a reading", seen(503, "busy"), "busy or unavailable", "again later"],
  ["PATCH a reading", seen(429, ""), "busy or unavailable", "again later"],
  ["GET wrong token", seen(401, DENIED), "do not renew a token", "issue"],
])("%s answered otherwise fails (%#)", (name, other, detail, remedy) => {
  const { answer } = rowOf(name, other);
  expect(answer).toEqual({
    state: "failed",
    detail: expect.stringContaining(detail) as string,
    remedy: expect.stringContaining(remedy) as string,
  });
  const result = resultOf("https", answers({ [name]: unexpected }));
  expect([result.state, result.detail]).toEqual([
    "failed",
    expect.stringMatching(/^1 answer of 6 differs from what the functions expect\. /) as string,
  ]);
});

test("the functions' own answers do not matter for the database", () => {
  expect(rowOf("POST sensorData", seen(503, "{}", { isKept: false })).answer).toBeUndefined();
});

describe("connections", () => {
  const closed = { connection: "close", keepAlive: undefined, isKept: false };

  test("warns of connections that are not kept, and marks them in the table", () => {
    const found = answers({
      "GET forbidden": seen(401, DENIED, closed),
      "PATCH forbidden": seen(401, DENIED, closed),
    });
    const kept = found.rows.map(({ connection }) => connection === undefined);
    expect(kept).toEqual([true, true, false, false, true, true]);
    expect(resultOf("https", found).state).toBe("warning");
    const text = answersText(found);
    expect(text).toContain(
      "  GET forbidden    401     1.1   12  300    no ≠  close            29\n",
    );
    expect(text).toContain(
      "  ≠ GET forbidden, PATCH forbidden: The connection of the previous request",
    );
    expect(text).toMatch(/\n {4}→ Nothing is lost\. [^\n]*$/);
  });

  test("says nothing about connections after a request without an answer", () => {
    const found = answers({
      "GET a sensor": { problem: "ECONNRESET" },
      "GET forbidden": seen(401, DENIED, closed),
    });
    expect(found.rows.map(({ connection }) => connection)).toEqual(Array(6).fill(undefined));
  });

  const AFTER = "An idle connection was closed after";

  test.each<[string | undefined, Idle | undefined, string, string]>([
    [undefined, undefined, "ok", "The server does not announce when it closes idle connections"],
    [undefined, idle(undefined), "ok", "An idle connection was still open after 90 s."],
    [undefined, idle(12_000), "warning", `${AFTER} 12 s; the functions keep it for 60 s.`],
    ["timeout=20", idle(12_000), "warning", `${AFTER} 12 s; the functions keep it for 20 s.`],
    ["timeout=5", idle(5_100), "ok", `${AFTER} 5 s.`],
    ["timeout=620", idle(30_000), "warning", `${AFTER} 30 s; the functions keep it for 60 s.`],
  ])("of a server that says %s, and closes one at %j", (keepAlive, measured, state, words) => {
    const last = seen(401, "{}", { keepAlive });
    const result = resultOf("https", answers({ "GET wrong token": last }, measured));
    expect([result.state, result.detail]).toEqual([
      state,
      expect.stringContaining(`All as the functions expect. ${words}`) as string,
    ]);
    expect(result.remedy).toEqual(
      state === "ok" ? undefined : (expect.stringContaining("IDLE_MS") as string),
    );
  });

  function idle(closedAfterMs: number | undefined): Idle {
    return { waitedMs: 90_000, closedAfterMs };
  }
});
