import {
  child,
  limitToFirst,
  limitToLast,
  orderByChild,
  orderByKey,
  orderByPriority,
  query,
  ref,
  remove,
  set,
  setPriority,
  setWithPriority,
  update,
} from "firebase/database";
import { freshNamespace, TestEmulator, useEmulator } from "../../testing/emulator";
import { useTemporaryFolder } from "../../testing/temporary-folder";
import { useWebClients } from "../../testing/web-clients";
import { childEvents, values } from "../support/web-events";

const emulator = useEmulator();
const open = useWebClients(emulator);
let namespace: string;

beforeEach(() => {
  namespace = freshNamespace("web-listeners");
});

describe("listeners", () => {
  it("get the value at once, and after every write of any client", async () => {
    const [listening, writing] = [open(namespace), open(namespace)];
    const seen = values(ref(listening, "x"));
    await seen.count(1);
    await set(ref(writing, "x"), { a: 1 });
    await set(ref(writing, "x/b"), 2);
    await remove(ref(writing, "x/a"));
    await set(ref(writing, "y"), "elsewhere");
    await set(ref(listening, "x/c"), 3);
    await remove(ref(writing, "x"));
    await seen.count(6);
    expect(seen.all).toEqual([null, { a: 1 }, { a: 1, b: 2 }, { b: 2 }, { b: 2, c: 3 }, null]);
  });

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

  it("to a path, a query and a path below each see their own data", async () => {
    const [listening, writing] = [open(namespace), open(namespace)];
    await set(ref(writing, "x"), { a: { n: 1 }, b: { n: 2 }, c: { n: 3 } });
    const part = values(query(ref(listening, "x"), orderByKey(), limitToLast(1)));
    const deep = values(ref(listening, "x/c/n"));
    const whole = values(ref(listening, "x"));
    await Promise.all([part.count(1), deep.count(1), whole.count(1)]);
    await update(ref(writing, "x"), { "c/n": 4, "a/n": 5 });
    const full = { a: { n: 5 }, b: { n: 2 }, c: { n: 4 } };
    await whole.last((value) => JSON.stringify(value) === JSON.stringify(full));
    await deep.last((value) => value === 4);
    expect(part.all.at(-1)).toEqual({ c: { n: 4 } });
  });

  it("see the same with and without an index", async () => {
    const [listening, writing] = [open(namespace), open(namespace)];
    await set(ref(writing, "x"), { a: { n: 3 }, b: { n: 1 }, c: { n: 2 } });
    const seen = values(query(ref(listening, "x"), orderByChild("n"), limitToFirst(1)));
    await seen.count(1);
    await set(ref(writing, "x/c/n"), 0);
    await seen.count(2);
    expect(seen.all).toEqual([{ b: { n: 1 } }, { c: { n: 0 } }]);
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
