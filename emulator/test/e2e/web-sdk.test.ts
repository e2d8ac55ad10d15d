import {
  get,
  goOffline,
  goOnline,
  increment,
  onDisconnect,
  push,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  update,
} from "firebase/database";
import { freshNamespace, useEmulator } from "../../testing/emulator";
import { useWebClients } from "../../testing/web-clients";
import { values } from "../support/web-events";

const NOW = 1_700_000_000_000;
const emulator = useEmulator({ now: () => NOW });
const open = useWebClients(emulator);
let namespace: string;

beforeEach(() => {
  namespace = freshNamespace("web");
});

describe("reads and writes", () => {
  it("set, get, update, remove, push", async () => {
    const [writer, reader] = [open(namespace), open(namespace)];
    await set(ref(writer, "x"), { a: 1, list: ["p", "q"] });
    await update(ref(writer), { "x/b": 2, "x/list/1": null });
    const pushed = push(ref(writer, "x/log"), "entry");
    await pushed;
    expect((await get(ref(reader, "x"))).val()).toEqual({
      a: 1,
      b: 2,
      list: ["p"],
      log: { [pushed.key]: "entry" },
    });
    await remove(ref(writer, "x"));
    expect((await get(ref(reader, "x"))).exists()).toBe(false);
  });

  it("a long string and many children arrive completely", async () => {
    const [writer, reader] = [open(namespace), open(namespace)];
    const entries = Array.from({ length: 5_000 }, (_, n) => [`k${n}`, `${n} ü😀`] as const);
    const data = { text: "long ".repeat(100_000), ...Object.fromEntries(entries) };
    await set(ref(writer, "x"), data);
    expect((await get(ref(reader, "x"))).val()).toEqual(data);
  });

  it("server values: time, increments, and their final values in listeners", async () => {
    const [writer, reader] = [open(namespace), open(namespace)];
    await set(ref(writer, "x"), { n: 5, text: "t" });
    const seen = values(ref(reader, "x"));
    await update(ref(writer, "x"), {
      n: increment(2.5),
      text: increment(1),
      at: serverTimestamp(),
    });
    const expected = { n: 7.5, text: 1, at: NOW };
    expect(await seen.last((value) => (value as { at?: number }).at !== undefined)).toEqual(
      expected,
    );
    expect((await get(ref(writer, "x"))).val()).toEqual(expected);
  });

  it("the connection's own state", async () => {
    const database = open(namespace);
    const connected = values(ref(database, ".info/connected"));
    await connected.last((value) => value === true);
    goOffline(database);
    await connected.last((value) => value === false);
    goOnline(database);
    await connected.last((value) => value === true);
    const offset = values(ref(database, ".info/serverTimeOffset"));
    const last = await offset.last((value) => value !== 0);
    // The emulator's clock stops in 2023.
    expect(last).toBeLessThan(NOW - Date.now() + 60_000);
  });
});

describe("transactions", () => {
  it("of many clients at once do not lose a change", async () => {
    const clients = [open(namespace), open(namespace), open(namespace)];
    const runs = clients.flatMap((database) =>
      Array.from({ length: 8 }, () =>
        runTransaction(ref(database, "n"), (n: number | null) => (n ?? 0) + 1),
      ),
    );
    const results = await Promise.all(runs);
    expect(results.every(({ committed }) => committed)).toBe(true);
    expect((await get(ref(open(namespace), "n"))).val()).toBe(24);
  });

  it("of a branch with priorities agree on its hash", async () => {
    await emulator.put(namespace, "/x", {
      a: { ".value": -1.5, ".priority": "p" },
      b: { c: [true, "ü😀"], ".priority": 7 },
      10: 1e300,
    });
    const result = await runTransaction(ref(open(namespace), "x"), (x: object | null) =>
      x === null ? x : { ...x, added: true },
    );
    expect(result.committed).toBe(true);
    expect((await get(ref(open(namespace), "x/added"))).val()).toBe(true);
  });
});

describe("onDisconnect", () => {
  it("sets, updates and removes, with priority and time, except cancelled writes", async () => {
    const [leaving, staying] = [open(namespace), open(namespace)];
    await set(ref(leaving, "x"), { removed: 1, kept: 1, status: "on" });
    await onDisconnect(ref(leaving, "x/removed")).remove();
    await onDisconnect(ref(leaving, "x/status")).set("off");
    await onDisconnect(ref(leaving, "x/at")).setWithPriority(serverTimestamp(), 3);
    await onDisconnect(ref(leaving, "x")).update({ "deep/er": 1, cancelled: 1 });
    await onDisconnect(ref(leaving, "x/cancelled")).cancel();
    const seen = values(ref(staying, "x"));
    await seen.count(1);
    goOffline(leaving);
    await seen.last((value) => (value as { deep?: unknown }).deep !== undefined);
    expect(await emulator.get(namespace, "/x")).toEqual({
      kept: 1,
      status: "off",
      at: { ".value": NOW, ".priority": 3 },
      deep: { er: 1 },
    });
  });

  it("is written before the client's next read on another connection", async () => {
    const [leaving, staying] = [open(namespace), open(namespace)];
    await set(ref(staying, "y"), 1);
    await onDisconnect(ref(leaving, "x")).set("gone");
    goOffline(leaving);
    expect((await get(ref(staying, "x"))).val()).toBe("gone");
  });
});
