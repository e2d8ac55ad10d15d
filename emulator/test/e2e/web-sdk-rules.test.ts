import {
  type Database,
  get,
  limitToLast,
  onDisconnect,
  orderByKey,
  push,
  query,
  ref,
  remove,
  runTransaction,
  set,
  setPriority,
  update,
} from "firebase/database";
import { freshNamespace, useEmulator } from "../../testing/emulator";
import { useWebClients } from "../../testing/web-clients";
import { values } from "../support/web-events";

const emulator = useEmulator();
const open = useWebClients(emulator);
let namespace: string;

beforeEach(() => {
  namespace = freshNamespace("web-rules");
});

describe("the rules", () => {
  const RULES = {
    users: { $uid: { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid" } },
    members: { ".write": true },
    club: { ".read": "root.child('members').child(auth.uid).exists()" },
  };

  beforeEach(async () => {
    await emulator.put(namespace, "/", { users: { ann: 1 }, members: { ann: 1 }, club: "news" });
    await emulator.setRules(namespace, RULES);
  });

  it("let a user read and write as allowed", async () => {
    const ann = open(namespace, { sub: "ann" });
    await set(ref(ann, "users/ann"), { name: "Ann" });
    expect((await get(ref(ann, "users/ann"))).val()).toEqual({ name: "Ann" });
    expect((await get(ref(ann, "club"))).val()).toBe("news");
  });

  it.each<[string, (database: Database) => Promise<unknown>]>([
    ["set", (database) => set(ref(database, "users/ann"), 2)],
    ["update", (database) => update(ref(database), { "members/x": 1, "users/ann": 2 })],
    ["remove", (database) => remove(ref(database, "users/ann"))],
    ["push", (database) => Promise.resolve(push(ref(database, "users/ann"), 2))],
    ["setPriority", (database) => setPriority(ref(database, "users/ann"), 2)],
    ["onDisconnect", (database) => onDisconnect(ref(database, "users/ann")).set(2)],
  ])("refuse %s to other users", async (_, act) => {
    for (const database of [open(namespace, { sub: "bob" }), open(namespace)]) {
      await expect(act(database)).rejects.toThrow("PERMISSION_DENIED: Permission denied");
    }
    expect(await emulator.get(namespace, "/users")).toEqual({ ann: 1 });
  });

  it("refuse a read, a transaction and a listener", async () => {
    const place = ref(open(namespace), "users/ann");
    await expect(get(place)).rejects.toThrow("Permission denied");
    await expect(runTransaction(place, () => 2)).rejects.toThrow("permission_denied");
    const [error] = await values(place).count(1);
    expect(String(error)).toContain("permission_denied at /users/ann");
  });

  it("undo a refused write in the writer's listeners", async () => {
    const bob = open(namespace, { sub: "bob" });
    await emulator.setRules(namespace, { x: { ".read": true } });
    const seen = values(ref(bob, "x"));
    await seen.count(1);
    await expect(set(ref(bob, "x"), 5)).rejects.toThrow("PERMISSION_DENIED");
    expect(await seen.count(3)).toEqual([null, 5, null]);
  });

  it("end a listener or a query that new rules refuse", async () => {
    const ann = open(namespace, { sub: "ann" });
    const whole = values(ref(ann, "club"));
    const part = values(query(ref(ann, "users/ann"), orderByKey(), limitToLast(1)));
    await Promise.all([whole.count(1), part.count(1)]);
    await emulator.setRules(namespace, {});
    expect(String((await whole.count(2))[1])).toContain("permission_denied at /club");
    expect(String((await part.count(2))[1])).toContain("permission_denied at /users/ann");
  });

  it("see the claims of the user", async () => {
    await emulator.setRules(namespace, {
      ".read": "auth.token.admin === true && auth.provider === 'custom'",
    });
    const admin = open(namespace, { sub: "ann", admin: true });
    expect((await get(ref(admin, "club"))).val()).toBe("news");
    await expect(get(ref(open(namespace, { sub: "ann" }), "club"))).rejects.toThrow();
  });
});
