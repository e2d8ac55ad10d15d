/** The registration of functions by firebase-tools, their status for scripts, and the Emulator UI's import. */

import { Namespaces } from "../../../src/namespaces";
import { OPEN_RULES } from "../../../src/rules/ruleset";
import { nodeToJson } from "../../../src/tree/json";
import { Triggers } from "../../../src/triggers/triggers";
import { acknowledge, FunctionsServer } from "../../support/functions-server";
import { NOW, type RestServer, startRestServer } from "../../support/rest-server";
import { rulesetOf } from "../../../testing/rulesets";

const OWNER = { Authorization: "Bearer owner" };
const SETTINGS = "/.settings/functionTriggers.json";
const TRIGGER = {
  name: "projects/demo/locations/us-central1/triggers/us-central1-f-0",
  path: "{key}",
  event: "google.firebase.database.ref.v1.written",
  topic: "projects/demo/topics/us-central1-f-0",
  namespacePattern: "*",
};
const FIRST = {
  name: "projects/demo/locations/_/functions/us-central1-log-0",
  path: "/{key}",
  event: "providers/google.firebase.database/eventTypes/ref.write",
  topic: "projects/demo/topics/us-central1-log-0",
};

const functions = new FunctionsServer();
let triggers: Triggers;
let server: RestServer;

beforeAll(() => functions.start());
afterAll(() => functions.stop());

beforeEach(async () => {
  functions.answer = (_, response) => acknowledge(response);
  triggers = new Triggers({
    functionsEmulator: functions,
    createEventId: () => "id",
    log: () => undefined,
  });
  const namespaces = new Namespaces((name) => ({
    now: () => NOW,
    ruleset: OPEN_RULES,
    onApplied: (write) => triggers.onApplied(name, write),
  }));
  server = await startRestServer({ namespaces, triggers });
});
afterEach(async () => {
  triggers.close();
  await server.close();
  functions.received.all.length = 0;
});

async function send(method: string, path: string, body?: unknown, headers: object = OWNER) {
  const { status, text } = await server.send({
    method,
    path,
    headers: { ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status, json: text === "" ? undefined : (JSON.parse(text) as unknown) };
}

async function inspect(search: string) {
  return send("GET", `/.inspect/triggers?ns=n&${search}`, undefined, {});
}

const OK = { status: 200, json: { status: "ok" } };

describe("registering", () => {
  it("accepts both generations", async () => {
    expect(await send("POST", SETTINGS, TRIGGER)).toEqual(OK);
    expect(await send("POST", `${SETTINGS}?ns=n`, FIRST)).toEqual(OK);
    const { json } = await inspect("");
    const own = { project: "demo", waiting: 0, underWay: 0, delivered: 0, failed: 0 };
    expect(json).toEqual({
      isIdle: true,
      triggers: [
        { function: "us-central1-f", event: TRIGGER.event, ref: "{key}", instance: "*", ...own },
        { function: "us-central1-log", event: FIRST.event, ref: "/{key}", instance: "n", ...own },
      ],
    });
  });

  it.each<[string, number, string, () => ReturnType<typeof send>]>([
    ["a stranger", 401, "Permission denied", () => send("POST", SETTINGS, TRIGGER, {})],
    [
      "another method",
      405,
      "PUT is not allowed here. Use one of: POST.",
      () => send("PUT", SETTINGS, [TRIGGER]),
    ],
    ["another value of wait", 400, "wait must be idle.", () => inspect("wait=all")],
    [
      "a timeout that is out of range",
      400,
      "timeout must be above 0 and at most 15min.",
      () => inspect("timeout=16min"),
    ],
    [
      "a 1st-generation function with an invalid database name",
      400,
      "Name the database of a first-generation trigger: ?ns=<name>, of letters, digits, - and _.",
      () => send("POST", `${SETTINGS}?ns=a.b`, FIRST),
    ],
  ])("refuses %s", async (_, status, error, request) => {
    expect(await request()).toEqual({ status, json: { error } });
  });

  it("needs a functions emulator", async () => {
    const otherServer = await startRestServer();
    const { status, text } = await otherServer.send({
      method: "POST",
      path: SETTINGS,
      headers: OWNER,
      body: JSON.stringify(TRIGGER),
    });
    expect([status, JSON.parse(text)]).toEqual([
      400,
      {
        error:
          "There is no functions emulator. Start with --functions_emulator_host and --functions_emulator_port.",
      },
    ]);
    await otherServer.close();
  });
});

describe("writes", () => {
  beforeEach(() => send("POST", SETTINGS, TRIGGER));

  const refs = () => functions.received.all.map(({ body }) => (body as { ref: string }).ref);

  it("call the function, unless disableTriggers is set", async () => {
    await send("PATCH", "/.json?ns=n&disableTriggers=true", { a: 1 });
    expect((await inspect("wait=idle")).json).toMatchObject({ isIdle: true });
    expect(refs()).toEqual([]);
    await send("PATCH", "/.json?ns=n", { a: 2 });
    await inspect("wait=idle");
    expect(refs()).toEqual(["a"]);
  });

  it("wait=idle answers when the function has returned, or at the timeout", async () => {
    let release: (() => void) | undefined;
    functions.answer = (_, response) => {
      release = () => acknowledge(response);
    };
    await send("PUT", "/a.json?ns=n", 1);
    await functions.received.count(1);
    expect((await inspect("wait=idle&timeout=20ms")).json).toMatchObject({
      isIdle: false,
      triggers: [{ underWay: 1, delivered: 0 }],
    });
    expect((await inspect("")).json).toMatchObject({ isIdle: false });
    const waiting = inspect("wait=idle");
    release?.();
    expect((await waiting).json).toMatchObject({
      isIdle: true,
      triggers: [{ underWay: 0, delivered: 1 }],
    });
  });
});

describe("the Emulator UI's import", () => {
  const BOUNDARY = "----WebKitFormBoundaryAbC";
  const FORM = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

  function form(text: string): string {
    const disposition = 'Content-Disposition: form-data; name="myFile"; filename="data.json"';
    return `--${BOUNDARY}\r\n${disposition}\r\nContent-Type: application/json\r\n\r\n${text}\r\n--${BOUNDARY}--\r\n`;
  }

  const upload = (path: string, body: string, headers: object = FORM) =>
    send("POST", `${path}?ns=n&access_token=owner&writeSizeLimit=unlimited`, body, headers);

  const stored = () => nodeToJson(server.namespaces.get("n").snapshot);

  it("replaces the data at the path", async () => {
    await send("PUT", "/.json?ns=n", { "a b": { c: 1 }, d: 1 });
    const { status } = await upload("/a%20b/.upload", form('{\r\n "e": "x\\r\\n--y" }'));
    expect(status).toBe(200);
    expect(stored()).toEqual({ "a b": { e: "x\r\n--y" }, d: 1 });
  });

  it("may have a boundary in quotation marks", async () => {
    const headers = { "Content-Type": `multipart/form-data; boundary="${BOUNDARY}"` };
    expect((await upload("/.upload", form("1"), headers)).status).toBe(200);
  });

  const NO_FORM = "Send a form (multipart/form-data) with one JSON file.";
  const NO_JSON = "Invalid data; couldn't parse JSON object, array, or value.";
  it.each<[string, string, object, string]>([
    ["not a form", '{"a": 1}', { "Content-Type": "application/json" }, NO_FORM],
    ["a form that breaks off", form("1").slice(0, -10), FORM, NO_FORM],
    ["a file that is not JSON", form("{"), FORM, NO_JSON],
  ])("refuses %s", async (_, body, headers, error) => {
    expect(await upload("/.upload", body, headers)).toEqual({ status: 400, json: { error } });
    expect(stored()).toBeNull();
  });

  it("is a POST to a valid path with permission to write", async () => {
    expect((await send("PUT", "/.upload?ns=n", form("1"), FORM)).status).toBe(405);
    expect((await upload("/a.b/.upload", form("1"))).status).toBe(400);
    server.namespaces.get("n").setRuleset(rulesetOf({}));
    expect((await send("POST", "/.upload?ns=n", form("1"), FORM)).status).toBe(401);
    expect((await upload("/.upload", form("1"))).status).toBe(200);
  });
});
