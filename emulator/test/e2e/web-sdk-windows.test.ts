/**
 * Compares the server's windows with those of the SDK. A client that listens to a whole list computes its queries
 * itself. A client that listens only to the queries shows the data from the server. Both must always show the same.
 */

import {
  type Database,
  type DataSnapshot,
  endAt,
  endBefore,
  equalTo,
  get,
  limitToFirst,
  limitToLast,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  type Query,
  query,
  type QueryConstraint,
  ref,
  startAfter,
  startAt,
  update,
} from "firebase/database";
import { freshNamespace, useEmulator } from "../../testing/emulator";
import { fc, timesUsual } from "../../testing/properties";
import { useWebClients } from "../../testing/web-clients";

const emulator = useEmulator();
const open = useWebClients(emulator);

const QUERIES: readonly (readonly QueryConstraint[])[] = [
  [orderByChild("v"), limitToFirst(3)],
  [orderByChild("v"), limitToLast(3)],
  [orderByChild("v"), startAt(0), endAt("a"), limitToLast(2)],
  [orderByChild("v"), startAfter(1, "a"), limitToFirst(2)],
  [orderByChild("v"), startAt(1, "b")],
  [orderByChild("v"), startAfter(1)],
  [orderByChild("v"), endAt(1, "b")],
  [orderByChild("v"), endBefore("a", "c"), limitToLast(3)],
  [orderByChild("v"), equalTo("a")],
  [orderByChild("v"), equalTo("a", "c")],
  [orderByChild("v"), equalTo(null), limitToFirst(2)],
  [orderByChild("v/deep"), limitToLast(2)],
  [orderByKey(), startAt("10"), limitToFirst(2)],
  [orderByKey(), endBefore("a"), limitToLast(2)],
  [orderByKey(), equalTo("10")],
  [orderByValue(), limitToLast(3)],
  [orderByValue(), startAfter(0), endBefore("b")],
  [orderByPriority(), startAt(1), limitToFirst(2)],
  [limitToLast(2)],
];

const scalar = fc.constantFrom<(string | number | boolean)[]>(false, true, -1, 0, 1, "", "a", "b");
const priority = fc.constantFrom<(string | number)[]>(0, 1, 2, "p");
// The SDK does not accept objects without a prototype.
const plain = { noNullPrototype: true };
const child = fc.oneof(
  scalar,
  fc.record({ v: scalar, ".priority": priority }, plain),
  fc.record({ v: fc.oneof(scalar, fc.record({ deep: scalar }, plain)), w: scalar }, plain),
);
/** The change of a child in an update: of the whole child, or only of its `v`. */
const change = fc.oneof(
  fc.record({ below: fc.constant(""), value: fc.oneof(fc.constant(null), child) }),
  fc.record({ below: fc.constant("/v"), value: fc.oneof(fc.constant(null), scalar) }),
);
const keys = fc.constantFrom("0", "2", "10", "01", "-1", "a", "b", "c", "-N1", "é");
const changes = fc.dictionary(keys, change, { maxKeys: 4 });

const queriesOf = (database: Database, list: string): Query[] =>
  QUERIES.map((constraints) => query(ref(database, list), ...constraints));

function shownBy(snapshot: DataSnapshot): unknown {
  const keys: string[] = [];
  snapshot.forEach(({ key }) => void keys.push(key));
  return [keys, snapshot.exportVal()];
}

it("equal the SDK's queries of the whole list after any write", async () => {
  const namespace = freshNamespace("web-windows");
  await emulator.setRules(namespace, {
    ".read": true,
    ".write": true,
    $list: { ".indexOn": ["v", "v/deep", ".value"] },
  });
  const [writer, whole, windows] = [open(namespace), open(namespace), open(namespace)];
  let lists = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 4, maxLength: 12 }), async (updates) => {
      lists += 1;
      const list = `list-${lists}`;
      onValue(ref(whole, list), () => undefined);
      const served: unknown[] = [];
      for (const [position, listQuery] of queriesOf(windows, list).entries()) {
        onValue(listQuery, (snapshot) => (served[position] = shownBy(snapshot)));
      }
      for (const written of updates) {
        const values = Object.entries(written).map(([key, { below, value }]) => [
          `${key}${below}`,
          value,
        ]);
        await update(ref(writer, list), Object.fromEntries(values) as object);
        // A client gets the pushes of a write before the answer to its next request.
        await Promise.all([whole, windows].map((client) => get(ref(client, "nothing"))));
        const own = await Promise.all(queriesOf(whole, list).map((listQuery) => get(listQuery)));
        expect(served).toEqual(own.map(shownBy));
      }
    }),
    timesUsual(0.1),
  );
});
