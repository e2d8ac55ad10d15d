import type { Json } from "../../../src/tree/json";
import { type RestServer, startRestServer } from "../../support/rest-server";

let server: RestServer;
let namespace = "";
let started = 0;

beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  namespace = `level-${(started += 1)}`;
});

async function put(path: string, json: Json): Promise<void> {
  const body = JSON.stringify(json);
  await server.send({ method: "PUT", path: `${path}.json?ns=${namespace}&auth=owner`, body });
}

async function level(parameters: string): Promise<Json> {
  const path = `/.inspect/level.json?ns=${namespace}&auth=owner${parameters}`;
  const { status, text } = await server.send({ path });
  return status === 200 ? (JSON.parse(text) as Json) : status;
}

describe("a level", () => {
  it("has the first and the last of many children", async () => {
    await put("/many", Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, n])));
    const keysOf = async (size: string): Promise<unknown> => {
      const { count, children } = (await level(`&path=/many${size}`)) as {
        count: number;
        children: { key: string }[];
      };
      return [count, children.map(({ key }) => key).join(" ")];
    };
    expect(await keysOf("&first=2&last=3")).toEqual([9, "k0 k1 k6 k7 k8"]);
    expect(await keysOf("&first=6&last=3")).toEqual([9, "k0 k1 k2 k3 k4 k5 k6 k7 k8"]);
    expect(await keysOf("&first=1&last=0")).toEqual([9, "k0"]);
  });

  it("cuts long strings, but not a surrogate pair", async () => {
    await put("/text", "🌱".repeat(300));
    await put("/odd", `x${"🌱".repeat(300)}`);
    expect(await level("&path=/text")).toEqual({ value: "🌱".repeat(200), isCut: true });
    expect(await level("&path=/odd")).toEqual({ value: `x${"🌱".repeat(199)}�`, isCut: true });
  });

  it.each(["&path=/a.b", "&last=x", "&first=100001"])("%s is rejected", async (parameters) => {
    expect(await level(parameters)).toBe(400);
  });

  it("is only for admins", async () => {
    const answer = await server.send({ path: `/.inspect/level.json?ns=${namespace}` });
    expect(answer.status).toBe(401);
    const stream = await server.send({ path: `/.inspect/changes?ns=${namespace}` });
    expect(stream.status).toBe(401);
  });
});

describe("the stream of changes", () => {
  it("has the changed paths, in one event for simultaneous changes", async () => {
    await put("/a/b", 1);
    const reader = await server.stream(`/.inspect/changes?ns=${namespace}&auth=owner`);
    // One update, because on a busy machine separate writes can cause separate events.
    const body = JSON.stringify({ "a/b": 2, "c/d": 1, e: 2 });
    await server.send({ method: "PATCH", path: `/.json?ns=${namespace}&auth=owner`, body });
    expect(await reader.next()).toEqual({ event: "changed", data: ["/a/b", "/c/d", "/e"] });
    reader.close();
  });

  it("reports too many paths as a change of the root", async () => {
    const reader = await server.stream(`/.inspect/changes?ns=${namespace}&auth=owner`);
    const values = Array.from({ length: 1001 }, (_, n) => [`k${n}`, n]);
    const body = JSON.stringify(Object.fromEntries(values));
    await server.send({ method: "PATCH", path: `/.json?ns=${namespace}&auth=owner`, body });
    expect(await reader.next()).toEqual({ event: "changed", data: ["/"] });
    reader.close();
  });
});
