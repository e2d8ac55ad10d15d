/** Integers between 2^53 and 2^63, which JavaScript rounds, on their way through the interfaces of the emulator. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { Database } from "../../src/database";
import { ADMIN } from "../../src/database/actor";
import { OPEN_RULES } from "../../src/rules/ruleset";
import { Triggers } from "../../src/triggers/triggers";
import { Session } from "../../src/wire/session";
import { nodeToJson } from "../../src/tree/json";
import { type RestServer, startRestServer } from "../support/rest-server";
import { triggerOf } from "../support/trigger-of";
import { Received } from "../../testing/received";
import { rulesetOf } from "../../testing/rulesets";

const LONG = "9007199254740993";
const OWNER = { Authorization: "Bearer owner" };

let server: RestServer;

beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server.close());

/** Sends a request as an admin. @returns the text of the answer */
async function send(method: string, path: string, body?: string): Promise<string> {
  const content = body === undefined ? {} : { body };
  return (await server.send({ method, path, headers: OWNER, ...content })).text;
}

describe("over REST, a long integer", () => {
  it("keeps its digits", async () => {
    expect(await send("PUT", "/a.json?ns=kept", `{"n":${LONG}}`)).toBe(`{"n":${LONG}}`);
    expect(await send("GET", "/a/n.json?ns=kept")).toBe(LONG);
    expect(await send("GET", "/.json?ns=kept&print=pretty")).toContain(`"n" : ${LONG}`);
    expect(await send("GET", "/.json?ns=kept&format=export")).toBe(`{"a":{"n":${LONG}}}`);
    expect(await send("GET", "/.inspect/level.json?ns=kept&path=a/n")).toContain(`"${LONG}"`);
  });

  it.each([
    [LONG, "2", "9007199254740995"],
    ["9007199254740990", LONG, "18014398509481983"],
    // Beyond 64 bits: a double.
    ["9223372036854775807", "1", "9223372036854776000"],
  ])("%s can be incremented by %s", async (before, by, after) => {
    await send("PUT", "/n.json?ns=counted", before);
    const increment = `{".sv":{"increment":${by}}}`;
    expect(await send("PUT", "/n.json?ns=counted", increment)).toBe(after);
  });

  it("has its own place in the order of a query", async () => {
    const ascending = `{"c":9007199254740992,"b":${LONG},"a":9007199254740994}`;
    await send("PUT", "/.json?ns=ordered", ascending);
    const query = (bounds: string) => send("GET", `/.json?ns=ordered&orderBy="$value"&${bounds}`);
    server.namespaces
      .get("ordered")
      .setRuleset(rulesetOf({ ".read": true, ".indexOn": [".value"] }));
    expect(await query(`equalTo=${LONG}`)).toBe(`{"b":${LONG}}`);
    expect(await query(`startAfter=${LONG}`)).toBe('{"a":9007199254740994}');
    expect(await query("endAt=9007199254740992.0")).toBe('{"c":9007199254740992}');
  });
});

it("the rules compare stored long integers exactly", () => {
  const database = server.namespaces.get("ruled");
  database.setRuleset(rulesetOf({ ".write": "newData.val() > data.val()" }));
  const set = (value: bigint, isAdmin = false) =>
    database.commit(
      { kind: "set", path: [], value },
      { actor: isAdmin ? ADMIN : { isAdmin, auth: null } },
    ).status;
  expect(set(BigInt(LONG), true)).toBe("ok");
  expect(set(BigInt(LONG) - 1n)).toBe("denied");
  expect(set(BigInt(LONG) + 1n)).toBe("ok");
});

it("over the wire protocol, a long integer keeps its digits", () => {
  const sent: string[] = [];
  const database = server.namespaces.get("wire");
  const session = new Session(
    {
      send: (frame) => void sent.push(frame.toString()),
      close: () => undefined,
      bufferedBytes: 0,
    },
    { database, host: "localhost", sessionId: "1", isExplaining: false },
  );
  const request = (action: string, body: string): void =>
    session.receive(`{"t":"d","d":{"r":1,"a":"${action}","b":${body}}}`);
  request("q", '{"p":"/","h":""}');
  request("p", `{"p":"/n","d":${LONG}}`);
  request("g", '{"p":"/n"}');
  expect(nodeToJson(database.snapshot)).toEqual({ n: BigInt(LONG) });
  expect(sent.filter((frame) => frame.includes(LONG))).toEqual([
    `{"t":"d","d":{"a":"d","b":{"p":"n","d":${LONG}}}}`,
    `{"t":"d","d":{"r":1,"b":{"s":"ok","d":${LONG}}}}`,
  ]);
});

it("in the event of a function, a long integer keeps its digits", async () => {
  const events = new Received<string>();
  const functions = createServer((request, response) => {
    response.end();
    void textOf(request).then(events.add);
  });
  functions.listen(0, "127.0.0.1");
  await once(functions, "listening");
  const { port } = functions.address() as AddressInfo;
  const triggers = new Triggers({
    functionsEmulator: { host: "127.0.0.1", port },
    createEventId: () => "1",
    log: () => undefined,
  });
  triggers.register(triggerOf({ ref: "n" }));
  const database = new Database({
    now: () => 0,
    ruleset: OPEN_RULES,
    onApplied: (write) => triggers.onApplied("demo", write),
  });
  database.commit({ kind: "set", path: ["n"], value: BigInt(LONG) }, { actor: ADMIN });
  expect(await events.count(1)).toEqual([expect.stringContaining(`"data":null,"delta":${LONG}}`)]);
  triggers.close();
  functions.closeAllConnections();
  functions.close();
});
