import type { Json } from "../../../src/tree/json";
import { type EventReader, NOW, type RestServer, startRestServer } from "../../support/rest-server";
import { rulesetOf } from "../../../testing/rulesets";
import { tokenOf } from "../../../testing/unsigned-token";

/** Sources: https://firebase.google.com/docs/reference/rest/database#section-streaming */

let server: RestServer;
let namespace = "";
let started = 0;

beforeAll(async () => {
  server = await startRestServer({ keepAliveMs: 20 });
});
afterAll(() => server.close());
beforeEach(() => {
  namespace = `stream-${(started += 1)}`;
});

function send(method: string, path: string, json?: Json) {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return server.send({
    method,
    path: `${path}.json?ns=${namespace}`,
    headers: { Authorization: "Bearer owner" },
    ...body,
  });
}

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function open(path: string, parameters = ""): Promise<EventReader> {
  const reader = await server.stream(`${path}.json?ns=${namespace}${parameters}`);
  readers.push(reader);
  return reader;
}

/** Opens a stream and reads its first data. */
async function follow(path: string, parameters = ""): Promise<EventReader> {
  const reader = await open(path, parameters);
  await next(reader);
  return reader;
}

/** Returns the next event that is not a keep-alive. */
async function next(reader: EventReader) {
  for (;;) {
    const event = await reader.next();
    if (event?.event !== "keep-alive") return event;
  }
}

async function expectNext(
  reader: EventReader,
  event: "put" | "patch",
  path: string,
  data: Json,
): Promise<void> {
  expect(await next(reader)).toEqual({ event, data: { path, data } });
}

function setRules(rules: Json): void {
  server.namespaces.get(namespace).setRuleset(rulesetOf(rules));
}

it("begins with the stored data, and sends writes below, at and above its path", async () => {
  const reader = await open("/a");
  await expectNext(reader, "put", "/", null);
  await send("PUT", "/a/b/c", 1);
  await expectNext(reader, "put", "/b/c", 1);
  await send("PUT", "/a", { d: 2 });
  await expectNext(reader, "put", "/", { d: 2 });
  await send("PUT", "/", { a: { e: 3 }, z: 1 });
  await expectNext(reader, "put", "/", { e: 3 });
  await send("DELETE", "/a/e");
  await expectNext(reader, "put", "/e", null);
});

it("sends an update as a patch at its path", async () => {
  await send("PUT", "/", { a: 1, c: { foo: true, bar: false } });
  const reader = await follow("/");
  await send("PATCH", "/c", { foo: 3, baz: 4 });
  await expectNext(reader, "patch", "/c", { foo: 3, baz: 4 });
  await send("PATCH", "/", { "a/x": 1, "c/baz": null });
  await expectNext(reader, "patch", "/", { "a/x": 1, "c/baz": null });
});

it("shows priorities only with format=export", async () => {
  const [plain, exported] = [await follow("/a"), await follow("/a", "&format=export")];
  const withPriority = { "0": { ".value": "x", ".priority": 1 }, ".priority": 2 };
  await send("PUT", "/a", withPriority);
  await expectNext(plain, "put", "/", ["x"]);
  await expectNext(exported, "put", "/", withPriority);
  await send("PATCH", "/a", { b: { ".value": "y", ".priority": 1 }, c: 1 });
  await expectNext(plain, "patch", "/", { b: "y", c: 1 });
  await send("PUT", "/a/.priority", 5);
  await send("PATCH", "/a", { "b/.priority": 7, c: 2 });
  await send("PUT", "/a/d", 1);
  await expectNext(plain, "patch", "/", { c: 2 });
  await expectNext(plain, "put", "/d", 1);
  await next(exported);
  await expectNext(exported, "put", "/.priority", 5);
});

it("follows the window of a query", async () => {
  await send("PUT", "/a", { k1: 1, k2: 2, k3: 3 });
  const reader = await open("/a", "&orderBy=%22$key%22&limitToLast=2");
  await expectNext(reader, "put", "/", { k2: 2, k3: 3 });
  await send("PUT", "/a/k1", 9);
  await send("PUT", "/a/k4", 4);
  await expectNext(reader, "patch", "/", { k2: null, k4: 4 });
  await send("PUT", "/a/k4/deep", 5);
  await expectNext(reader, "put", "/k4/deep", 5);
});

it("keeps the connection alive", async () => {
  const reader = await follow("/a");
  expect(await reader.next()).toEqual({ event: "keep-alive", data: null });
});

it("is cancelled when the rules no longer allow it", async () => {
  setRules({ a: { ".read": "data.child('open').val() === true" } });
  await send("PUT", "/a", { open: true });
  const reader = await follow("/a");
  await send("PUT", "/a/open", false);
  expect(await next(reader)).toEqual({ event: "cancel", data: "Permission denied." });
  expect(await next(reader)).toBeUndefined();
});

it("ends when its token expires", async () => {
  const claims = { sub: "ann", exp: (NOW + 30) / 1_000 };
  const reader = await follow("/a", `&auth=${tokenOf(claims)}`);
  expect(await next(reader)).toEqual({ event: "auth_revoked", data: "The token has expired." });
  expect(await next(reader)).toBeUndefined();
});

it("answers a reader that the rules refuse as a plain request", async () => {
  setRules({});
  const path = `/a.json?ns=${namespace}`;
  const answer = await server.send({ path, headers: { Accept: "text/event-stream" } });
  expect([answer.status, answer.text]).toEqual([401, '{"error":"Permission denied"}']);
});

it("stops listening when the client disconnects", async () => {
  setRules({ a: { ".read": "!data.child('n').isString()" } });
  const { ruleset } = server.namespaces.get(namespace);
  const reader = await follow("/a");
  reader.close();
  // A write to data that a rule reads makes the emulator evaluate the rule again for every listener.
  const countReads = (): number => ruleset.coverage()[0]?.counts["true"] ?? 0;
  for (let n = 1, before = 0; countReads() > before; n += 1) {
    before = countReads();
    await send("PUT", "/a/n", n);
  }
  expect(countReads()).toBeGreaterThan(0);
});

it("ends all streams when the handler closes", async () => {
  const closing = await startRestServer();
  const reader = await closing.stream("/a.json?ns=demo");
  await reader.next();
  const closed = closing.close();
  expect(await reader.next()).toBeUndefined();
  await closed;
});
