/**
 * The public web SDK: long data, its hashes, and a restart. The scenarios of parity/ are its other journeys, and the
 * cases are in test/cases/wire.
 */

import {
  get,
  limitToLast,
  onValue,
  orderByKey,
  query,
  type Query,
  ref,
  runTransaction,
  set,
} from "firebase/database";
import { freshNamespace, TestEmulator, useEmulator } from "../../testing/emulator";
import { useTemporaryFolder } from "../../testing/temporary-folder";
import { Received } from "../../testing/received";
import { useWebClients } from "../../testing/web-clients";

const emulator = useEmulator();
const open = useWebClients(emulator);

/** Collects the values of a query. */
function values(source: Query): Received<unknown> {
  const received = new Received<unknown>();
  onValue(source, (snapshot) => received.add(snapshot.val()));
  return received;
}

it("a long string and many children arrive completely", async () => {
  const namespace = freshNamespace("web");
  const entries = Array.from({ length: 5_000 }, (_, n) => [`k${n}`, `${n} ü😀`] as const);
  const data = { text: "long ".repeat(100_000), ...Object.fromEntries(entries) };
  await set(ref(open(namespace), "x"), data);
  expect((await get(ref(open(namespace), "x"))).val()).toEqual(data);
});

it("a transaction of a branch with priorities agrees on its hash", async () => {
  const namespace = freshNamespace("web");
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
