/**
 * The doctor's report about the database's answers over HTTPS: the emulator's answers, and
 * different ones of a stand-in. Google's own servers could not be tried.
 */

import { randomUUID } from "node:crypto";
import { request as send } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect } from "node:net";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { sharedHost } from "../../support/backend/targets";
import { farm, startFarm } from "../../support/cli/farm-command";
import { useStandInServer } from "../../support/cli/stand-in-server";

interface JsonRow {
  readonly request: string;
  readonly seen: { readonly status: number; readonly isKept: boolean };
  readonly answer?: { readonly detail: string; readonly remedy: string };
  readonly connection?: { readonly detail: string };
}

interface Https {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly answers: { readonly rows: readonly JsonRow[] };
}

type Changed = (status: number, text: string) => Replaced;
interface Replaced {
  readonly status: number;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const functions = sharedHost();

/** Changes the stand-in's answers to the functions' `requests`. */
let change: Changed;
let requests: string[];

beforeEach(() => {
  [change, requests] = [(status) => ({ status }), []];
});

const [host = "", port = ""] = DATABASE_ADDRESS.split(":");

/** Passes all other requests on to the database. */
const url = useStandInServer(
  (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const passed = send({ host, port, method, path, headers }, (answer) => relay(answer, response));
    request.pipe(passed);
    if (path.includes("auth_variable_override")) requests.push(method);
  },
  (request, socket, head) => {
    const fields = request.rawHeaders.map((field, index) => field + (index % 2 ? "\r\n" : ": "));
    const upstream = connect(Number(port), host);
    upstream.write(`GET ${String(request.url)} HTTP/1.1\r\n${fields.join("")}\r\n`);
    upstream.write(head);
    upstream.on("error", () => socket.destroy()).pipe(socket);
    socket.on("error", () => upstream.destroy()).pipe(upstream);
    // Nobody reads later bytes, or sees the client's end.
    upstream.on("close", () => socket.destroy());
  },
);

function relay(answer: IncomingMessage, response: ServerResponse): void {
  let text = "";
  answer.setEncoding("utf8");
  answer.on("data", (chunk: string) => (text += chunk));
  answer.on("end", () => {
    const { path } = (answer as IncomingMessage & { req: { path: string } }).req;
    const isAsked = path.includes("auth_variable_override");
    const usual = { status: answer.statusCode ?? 0 };
    const replaced: Replaced = isAsked ? change(usual.status, text) : usual;
    const headers = { ...answer.headers, ...replaced.headers };
    delete headers["content-length"];
    response.writeHead(replaced.status, headers);
    response.end(replaced.text ?? text);
  });
}

function environment(): Record<string, string> {
  return { FIREBASE_DATABASE_EMULATOR_HOST: new URL(url()).host, FUNCTIONS_URL: functions.url };
}

async function examine(args: readonly string[] = []): Promise<Https> {
  const { stdout } = await farm(["doctor", "--json", ...args], { env: environment() });
  const { checks } = JSON.parse(stdout) as { checks: readonly Https[] };
  const found = checks.find(({ name }) => name === "https");
  if (found === undefined) throw new Error(`It says nothing of https: ${stdout}`);
  return found;
}

function statusesOf({ answers: { rows } }: Https): readonly (readonly [string, number])[] {
  return rows.map(({ request, seen }) => [request, seen.status]);
}

test("the emulator answers as the functions expect", async () => {
  const https = await examine();
  expect([https.state, statusesOf(https)]).toEqual([
    "ok",
    [
      ["POST sensorData", 200],
      ["GET a sensor", 200],
      ["GET forbidden", 401],
      ["PATCH forbidden", 401],
      ["PATCH a reading", 204],
      ["GET wrong token", 401],
    ],
  ]);
  expect(https.answers.rows.slice(2).every(({ seen }) => seen.isKept)).toBe(true);
});

test("with --read-only nothing is written", async () => {
  expect(statusesOf(await examine(["--read-only"]))).toEqual([
    ["GET a sensor", 200],
    ["GET forbidden", 401],
    ["GET wrong token", 401],
  ]);
  expect(requests).toEqual(["GET", "GET", "GET"]);
});

test("reports 200 instead of 204, and 403 for a denial", async () => {
  change = (status, text) => {
    if (status === 204) return { status: 200, text: "{}" };
    return { status: text.includes("Permission denied") ? 403 : status };
  };
  const https = await examine();
  expect(https).toMatchObject({
    state: "failed",
    detail: expect.stringMatching(
      /^3 answers of 6 differ from what the functions expect\./,
    ) as string,
  });
  expect(
    https.answers.rows.flatMap(({ request, answer }) => (answer ? [[request, answer.detail]] : [])),
  ).toEqual([
    ["GET forbidden", expect.stringMatching(/^403 .* instead of 401 "Permission denied"\./)],
    ["PATCH forbidden", expect.stringMatching(/^403 .* instead of 401 "Permission denied"\./)],
    ["PATCH a reading", expect.stringMatching(/^200 \{\} instead of 204 without a body\./)],
  ]);
});

test("warns of connections that are closed", async () => {
  change = (status) => ({ status, headers: { connection: "close" } });
  const https = await examine(["--read-only"]);
  expect(https.state).toBe("warning");
  expect(https.answers.rows.map(({ connection }) => connection !== undefined)).toEqual([
    false,
    true,
    true,
  ]);
});

test("--wait measures when the server closes an idle connection, and the report marks differences", async () => {
  change = (status) => ({ status, headers: { connection: "close" } });
  const { stdout, code } = await farm(["doctor", "--wait"], { env: environment() });
  expect(code).toBe(0);
  const text = stdout.slice(stdout.indexOf("warning  https"));
  expect(text).toMatch(
    /^warning {2}https .* An idle connection was closed after 0 s; the functions keep it for 60 s\.\n {9}→ Nothing is lost: .*\n {2}REQUEST .*\n {2}POST sensorData +200 .*\n/,
  );
  expect(text).toMatch(/\n {2}PATCH a reading +204 .* no ≠ +close .*\n/);
  expect(text).toMatch(
    /\n {2}≠ GET forbidden, .*: The connection of the previous request was closed.*\n {4}→ Nothing is lost/,
  );
});

test("a signal ends the waiting, and everything created is removed", async () => {
  const database = databaseClient(`https-${randomUUID()}`);
  const at = `http://${DATABASE_ADDRESS}?ns=${database.namespace}`;
  const doctor = startFarm(["doctor", "--wait", "--database-url", at]);
  await doctor.printed("Leaving a connection idle");
  expect(await database.get("farms")).not.toBeNull();
  doctor.signal("SIGINT");
  const { code, stderr } = await doctor.finished;
  expect([code, stderr]).toEqual([
    130,
    expect.stringContaining(
      "Interrupted. Everything that the doctor created is removed.",
    ) as string,
  ]);
  expect(await database.get("farms")).toBeNull();
});
