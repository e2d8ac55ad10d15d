import {
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
  query,
  ref,
  startAfter,
  startAt,
} from "firebase/database";
import type { QueryConstraint } from "firebase/database";
import { freshNamespace, useEmulator } from "../../support/emulator";
import { Told } from "../../support/told";
import { useWebClients } from "../../support/web-clients";
import { keysOf } from "../../support/web-events";

const emulator = useEmulator();
const open = useWebClients(emulator);
let namespace: string;

beforeEach(() => {
  namespace = freshNamespace("web-queries");
});

describe("queries", () => {
  const PEOPLE = {
    ann: { age: 30, name: "Ann" },
    bob: { age: 25, name: "bob" },
    cem: { age: 30, name: "Cem" },
    dan: { name: "Dan" },
    eve: { age: "old", name: "Eve" },
  };
  const NUMBERS = { one: 1, two: 2, three: 3, no: false, text: "2", two2: 2 };
  const KEYS = { 2: 0, 10: 0, 1: 0, a: 0, B: 0, "-1": 0 };

  it.each<[string, object, QueryConstraint[], string[]]>([
    [
      "by child",
      PEOPLE,
      [orderByChild("age"), limitToFirst(9)],
      ["dan", "bob", "ann", "cem", "eve"],
    ],
    ["by child, from", PEOPLE, [orderByChild("age"), startAt(30)], ["ann", "cem", "eve"]],
    ["by child, from a key", PEOPLE, [orderByChild("age"), startAt(30, "b")], ["cem", "eve"]],
    ["by child, after", PEOPLE, [orderByChild("age"), startAfter(30)], ["eve"]],
    ["by child, after a key", PEOPLE, [orderByChild("age"), startAfter(30, "ann")], ["cem", "eve"]],
    ["by child, to", PEOPLE, [orderByChild("age"), endAt(30)], ["dan", "bob", "ann", "cem"]],
    ["by child, to a key", PEOPLE, [orderByChild("age"), endAt(30, "ann")], ["dan", "bob", "ann"]],
    ["by child, before", PEOPLE, [orderByChild("age"), endBefore(30)], ["dan", "bob"]],
    [
      "by child, before a key",
      PEOPLE,
      [orderByChild("age"), endBefore(30, "cem")],
      ["dan", "bob", "ann"],
    ],
    ["by child, equal", PEOPLE, [orderByChild("age"), equalTo(30)], ["ann", "cem"]],
    ["by child, equal with a key", PEOPLE, [orderByChild("age"), equalTo(30, "cem")], ["cem"]],
    ["by child, equal to nothing", PEOPLE, [orderByChild("age"), equalTo(null)], ["dan"]],
    ["by child, last", PEOPLE, [orderByChild("name"), limitToLast(2)], ["eve", "bob"]],
    [
      "by child, a range and a limit",
      PEOPLE,
      [orderByChild("age"), startAt(25), endAt(30), limitToLast(2)],
      ["ann", "cem"],
    ],
    [
      "by value",
      NUMBERS,
      [orderByValue(), limitToFirst(9)],
      ["no", "one", "two", "two2", "three", "text"],
    ],
    ["by value, from and to", NUMBERS, [orderByValue(), startAt(2), endAt(2)], ["two", "two2"]],
    [
      "by value, after and before",
      NUMBERS,
      [orderByValue(), startAfter(1), endBefore(3)],
      ["two", "two2"],
    ],
    ["by value, equal", NUMBERS, [orderByValue(), equalTo("2")], ["text"]],
    ["by key", KEYS, [orderByKey(), limitToFirst(9)], ["-1", "1", "2", "10", "B", "a"]],
    ["by key, from and to", KEYS, [orderByKey(), startAt("2"), endAt("B")], ["2", "10", "B"]],
    [
      "by key, after and before",
      KEYS,
      [orderByKey(), startAfter("2"), endBefore("a")],
      ["10", "B"],
    ],
    ["by key, equal", KEYS, [orderByKey(), equalTo("10")], ["10"]],
    ["by key, last", KEYS, [orderByKey(), limitToLast(2)], ["B", "a"]],
    ["by key, after the last", KEYS, [orderByKey(), startAfter("a")], []],
    [
      "by priority, without any",
      KEYS,
      [orderByPriority(), startAt(null, "2"), limitToFirst(2)],
      ["2", "10"],
    ],
  ])("%s", async (_, data, constraints, keys) => {
    await emulator.setRules(namespace, {
      ".read": true,
      ".write": true,
      x: { ".indexOn": ["age", "name", ".value"] },
    });
    await emulator.put(namespace, "/x", JSON.parse(JSON.stringify(data)));
    const asked = query(ref(open(namespace), "x"), ...constraints);
    expect(keysOf(await get(asked))).toEqual(keys);
    const listening = query(ref(open(namespace), "x"), ...constraints);
    const listened = new Told<string[]>();
    onValue(listening, (snapshot) => listened.add(keysOf(snapshot)));
    expect(await listened.count(1)).toEqual([keys]);
  });
});
