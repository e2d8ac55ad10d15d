/** The doctor's check of HTTPS: it records answers of real servers, and compares them with what the functions expect. */

import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { checkAnswers } from "../../../../tools/cli/src/doctor/answers";
import { answersText, resultOf } from "../../../../tools/cli/src/doctor/answers-text";
import type { Answers, Expected, Row } from "../../../../tools/cli/src/doctor/answers";
import { checkFunction } from "../../../../tools/cli/src/doctor/functions";
import { createClient } from "../../../../tools/cli/src/doctor/exchange";
import type { Answered, Idle, Outgoing } from "../../../../tools/cli/src/doctor/exchange";

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

test("accepts the answers that the functions expect, and shows a table in 80 columns", () => {
  // The functions' own answer does not matter for the database.
  const found = answers({ "POST sensorData": seen(503, "{}", { isKept: false }) });
  expect(resultOf("https", found)).toMatchObject({
    state: "ok",
    detail:
      "All as the functions expect. The server announces that it closes idle connections after 65 s.",
  });
  expect(answersText(answers()).split("\n").slice(0, 2)).toEqual([
    "  REQUEST          STATUS  HTTP  MS  BYTES  KEPT  CONNECTION       LENGTH",
    "  POST sensorData  200     1.1   12  300    no    keep-alive 65 s  chunked",
  ]);
});

test.each<[string, Row["seen"], string, string]>([
  ["GET a sensor", seen(401, DENIED), "The rules deny a request", "Deploy the rules"],
  ["GET a sensor", seen(401, "{}"), "The access token of these credentials is not", "GOOGLE_APPL"],
  ["GET a sensor", { problem: "hang up" }, "It was not answered: hang up.", "--databas"],
  ["GET forbidden", seen(200, "null"), "act as an administrator", "auth_variable_override"],
  ["GET forbidden", seen(403, DENIED), "treat it as a failure", "database/client/answers.ts"],
  ["PATCH a reading", seen(429, ""), "busy or unavailable", "again later"],
  ["GET wrong token", seen(401, DENIED), "do not renew a token", "issue"],
])("%s answered otherwise fails (%#)", (name, other, detail, remedy) => {
  const found = answers({ [name]: other });
  expect(found.rows.find(({ request }) => request === name)?.answer).toEqual({
    state: "failed",
    detail: expect.stringContaining(detail) as string,
    remedy: expect.stringContaining(remedy) as string,
  });
  const { state, detail: words } = resultOf("https", found);
  expect([state, words.slice(0, 55)]).toEqual([
    "failed",
    "1 answer of 6 differs from what the functions expect. T",
  ]);
});

test("warns of connections that are not kept", () => {
  const closed = seen(401, DENIED, { connection: "close", keepAlive: undefined, isKept: false });
  const found = answers({ "GET forbidden": closed, "PATCH forbidden": closed });
  const kept = found.rows.map(({ connection }) => connection === undefined);
  expect(kept).toEqual([true, true, false, false, true, true]);
  expect(resultOf("https", found).state).toBe("warning");
  expect(answersText(found)).toContain("  GET forbidden    401     1.1   12  300    no ≠  close");
  // After a request without an answer the connection is a new one.
  const broken = answers({ "GET a sensor": { problem: "ECONNRESET" }, "GET forbidden": closed });
  expect(broken.rows.map(({ connection }) => connection)).toEqual(Array(6).fill(undefined));
});

const AFTER = "An idle connection was closed after";

test.each<[string | undefined, number | "open" | "not measured", string, string]>([
  [undefined, "not measured", "ok", "The server does not announce when it closes idle connections"],
  [undefined, "open", "ok", "An idle connection was still open after 90 s."],
  [undefined, 12_000, "warning", `${AFTER} 12 s; the functions keep it for 60 s.`],
  ["timeout=20", 12_000, "warning", `${AFTER} 12 s; the functions keep it for 20 s.`],
])("a server that says %s, and closes after %s ms: %s", (keepAlive, closed, state, words) => {
  const last = { "GET wrong token": seen(401, "{}", { keepAlive }) };
  const closedAfterMs = closed === "open" || closed === "not measured" ? undefined : closed;
  const idle = closed === "not measured" ? undefined : { waitedMs: 90_000, closedAfterMs };
  const result = resultOf("https", answers(last, idle));
  expect([result.state, result.detail]).toEqual([state, expect.stringContaining(words)]);
  if (state === "warning") expect(result.remedy).toContain("IDLE_MS");
});

describe("an exchange with a server", () => {
  const { signal } = new AbortController();
  const client = createClient();
  let answer: RequestListener;
  const server = createServer((request, response) => answer(request, response));

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(async () => {
    client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function outgoing(): Outgoing {
    const { port } = server.address() as AddressInfo;
    return { method: "PATCH", url: `http://127.0.0.1:${port}/.json?x=1`, headers: {}, body: "{}" };
  }

  test("records status, body, headers and bytes, and whether the connection was kept", async () => {
    answer = (request, response) => {
      response.sendDate = false;
      request.resume().on("end", () => response.end("ok"));
    };
    const text = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n";
    const expected = seen(200, "ok", {
      keepAlive: "timeout=5",
      bytes: `${text}Content-Length: 2\r\n\r\nok`.length,
      timeMs: expect.any(Number) as number,
    });
    expect(await client.exchange(outgoing(), signal)).toEqual({ ...expected, isKept: false });
    expect(await client.exchange(outgoing(), signal)).toEqual(expected);
    answer = (_, response) => response.writeHead(204, { Connection: "close" }).end();
    expect(await client.exchange(outgoing(), signal)).toMatchObject({ connection: "close" });
    expect(await client.exchange(outgoing(), signal)).toMatchObject({ isKept: false });
  });

  test.each([
    [403, "allUsers"],
    [404, "not deployed at this address"],
    [302, "Another server answers"],
  ])("reports functions that answer with %i", async (status, remedy) => {
    answer = (_, response) => response.writeHead(status).end("{}");
    const { port } = server.address() as AddressInfo;
    const { result } = await checkFunction(`http://127.0.0.1:${port}`, "sensorData", "");
    expect([result.state, result.remedy]).toEqual(["failed", expect.stringContaining(remedy)]);
  });
});
