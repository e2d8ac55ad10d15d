/** The public web SDK: one journey for each of its features. The cases are in test/cases/wire. */

import {
  get,
  goOffline,
  limitToLast,
  onDisconnect,
  onValue,
  orderByKey,
  push,
  query,
  type Query,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  setPriority,
  update,
} from "firebase/database";
import { freshNamespace, TestEmulator, useEmulator } from "../../testing/emulator";
import { useTemporaryFolder } from "../../testing/temporary-folder";
import { Received } from "../../testing/received";
import { useWebClients } from "../../testing/web-clients";

const NOW = 1_700_000_000_000;
const emulator = useEmulator({ now: () => NOW });
const open = useWebClients(emulator);
let namespace: string;

beforeEach(() => {
  namespace = freshNamespace("web");
});

/** Collects the values of a query, or its error. */
function values(source: Query): Received<unknown> {
  const received = new Received<unknown>();
  onValue(source, (snapshot) => received.add(snapshot.val()), received.add);
  return received;
}

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
});

describe("the rules", () => {
  const RULES = {
    users: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
    members: { ".write": true },
    news: { ".read": true },
  };

  beforeEach(async () => {
    await emulator.put(namespace, "/", { users: { ann: 1 } });
    await emulator.setRules(namespace, RULES);
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
