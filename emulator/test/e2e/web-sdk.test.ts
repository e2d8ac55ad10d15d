/** The public web SDK: one journey for each of its features. The cases are in test/cases/wire. */

import {
  child,
  get,
  goOffline,
  limitToLast,
  onDisconnect,
  orderByKey,
  orderByPriority,
  push,
  query,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  setPriority,
  setWithPriority,
  update,
} from "firebase/database";
import { freshNamespace, TestEmulator, useEmulator } from "../../testing/emulator";
import { useTemporaryFolder } from "../../testing/temporary-folder";
import { useWebClients } from "../../testing/web-clients";
import { childEvents, values } from "../support/web-events";

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
});

describe("listeners", () => {
  it("get children with the previous key", async () => {
    const [listening, writing] = [open(namespace), open(namespace)];
    const list = ref(writing, "list");
    await set(list, { b: { ".value": 1, ".priority": 2 }, a: { ".value": 1, ".priority": 1 } });
    const seen = childEvents(query(ref(listening, "list"), orderByPriority()));
    await seen.count(2);
    await setWithPriority(child(list, "c"), 1, 1.5);
    await set(child(list, "d"), 0);
    await setPriority(child(list, "a"), 9);
    await setWithPriority(child(list, "c"), 2, 1.5);
    await remove(child(list, "b"));
    await seen.count(8);
    expect(seen.all).toEqual([
      ["added", "a", null],
      ["added", "b", "a"],
      ["added", "c", "a"],
      ["added", "d", null],
      ["moved", "a", "b"],
      ["changed", "a", "b"],
      ["changed", "c", "d"],
      ["removed", "b", null],
    ]);
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

describe("the rules", () => {
  const RULES = {
    users: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
    members: { ".write": true },
    admins: { ".read": "auth.token.admin === true && auth.provider === 'custom'" },
    news: { ".read": true },
  };

  beforeEach(async () => {
    await emulator.put(namespace, "/", { users: { ann: 1 }, admins: "secret" });
    await emulator.setRules(namespace, RULES);
  });

  it("let a user read and write as allowed, and see the user's claims", async () => {
    const ann = open(namespace, { sub: "ann", admin: true });
    await set(ref(ann, "users/ann"), { name: "Ann" });
    expect((await get(ref(ann, "users/ann"))).val()).toEqual({ name: "Ann" });
    expect((await get(ref(ann, "admins"))).val()).toBe("secret");
  });

  it("refuse writes, reads, transactions and listeners of other users", async () => {
    for (const database of [open(namespace, { sub: "bob" }), open(namespace)]) {
      const place = ref(database, "users/ann");
      const refused = "PERMISSION_DENIED: Permission denied";
      await expect(set(place, 2)).rejects.toThrow(refused);
      await expect(update(ref(database), { "members/x": 1, "users/ann": 2 })).rejects.toThrow(
        refused,
      );
      await expect(setPriority(place, 2)).rejects.toThrow(refused);
      await expect(onDisconnect(place).set(2)).rejects.toThrow(refused);
      await expect(get(place)).rejects.toThrow("Permission denied");
      await expect(runTransaction(place, () => 2)).rejects.toThrow("permission_denied");
      const [error] = await values(place).count(1);
      expect(String(error)).toContain("permission_denied at /users/ann");
    }
    expect(await emulator.get(namespace, "/users")).toEqual({ ann: 1 });
    expect(await emulator.get(namespace, "/members")).toBeNull();
  });

  it("end a listener or a query that new rules refuse", async () => {
    const ann = open(namespace, { sub: "ann" });
    const whole = values(ref(ann, "news"));
    const part = values(query(ref(ann, "users/ann"), orderByKey(), limitToLast(1)));
    await Promise.all([whole.count(1), part.count(1)]);
    await emulator.setRules(namespace, {});
    expect(String((await whole.count(2))[1])).toContain("permission_denied at /news");
    expect(String((await part.count(2))[1])).toContain("permission_denied at /users/ann");
  });
});

describe("an emulator that restarts", () => {
  const folder = useTemporaryFolder();
  let restarted: TestEmulator;

  beforeEach(async () => {
    restarted = new TestEmulator({ dataFolder: folder() });
    await restarted.start();
  });
  afterEach(() => restarted.stop());
  const openThere = useWebClients({
    get host() {
      return restarted.host;
    },
    get port() {
      return restarted.port;
    },
  });

  it("gets its clients back: listeners, queries, and writes of the meantime", async () => {
    const database = openThere("back");
    await set(ref(database, "x"), { a: 1, b: 2 });
    const whole = values(ref(database, "x"));
    const part = values(query(ref(database, "y"), orderByKey(), limitToLast(1)));
    const connected = values(ref(database, ".info/connected"));
    await Promise.all([whole.count(1), part.count(1), connected.last((value) => value === true)]);
    const { port } = restarted;
    await restarted.stop();
    await connected.last((value) => value === false);
    const written = set(ref(database, "x/c"), 3);
    await restarted.start(port);
    await written;
    await restarted.put("back", "/y", { k: "new" });
    await part.last((value) => value !== null);
    expect(part.all).toEqual([null, { k: "new" }]);
    expect(whole.all.at(-1)).toEqual({ a: 1, b: 2, c: 3 });
    expect(await restarted.get("back", "/x")).toEqual({ a: 1, b: 2, c: 3 });
  });
});
