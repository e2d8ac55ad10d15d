import { NOBODY } from "../../../src/database/actor";
import { isRepeated, Shuffle } from "../../../src/triggers/disorder";
import type { TriggerEvent } from "../../../src/triggers/event-body";
import { Lane } from "../../../src/triggers/lane";
import type { Trigger } from "../../../src/triggers/registration";

const NAMESPACE = "demo-farm";
const PAUSE_MS = 200;

/** The other fields of a trigger have no effect on the order. */
const laneOf = (functionId: string): Lane => new Lane({ functionId } as Trigger);

function event(id: string, namespace = NAMESPACE): TriggerEvent {
  return { id, namespace, path: [], before: null, after: 1, actor: NOBODY, time: 0 };
}

interface Run {
  readonly seed?: number;
  readonly functionId?: string;
  /** Milliseconds after the event with this number. */
  readonly pauses?: Readonly<Record<number, number>>;
  readonly namespaces?: readonly string[];
}

/** Returns the numbers of nine events for each namespace in the order in which a function gets them. */
function orderOf({ seed = 1, functionId = "f", pauses, namespaces = [NAMESPACE] }: Run): string[] {
  const sent: string[] = [];
  const lane = laneOf(functionId);
  const shuffle = new Shuffle(seed, (_, { id }) => sent.push(id));
  for (let number = 0; number < 9; number += 1) {
    for (const namespace of namespaces) {
      shuffle.add(lane, event(String(number), namespace));
      lane.countsIn(namespace).waiting += 1;
    }
    jest.advanceTimersByTime(pauses?.[number] ?? 0);
  }
  jest.advanceTimersByTime(PAUSE_MS);
  return sent;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it("shuffles blocks of three events, differently for each seed and function", () => {
  const orders = Array.from({ length: 20 }, (_, seed) => orderOf({ seed }));
  for (const order of orders) {
    const blocks = [order.slice(0, 3), order.slice(3, 6), order.slice(6)];
    expect(blocks.map((block) => block.sort().join(""))).toEqual(["012", "345", "678"]);
  }
  const texts = new Set(Array.from({ length: 20 }, (_, seed) => orderOf({ seed }).join("")));
  expect(texts.size).toBeGreaterThan(10);
  expect(orderOf({ functionId: "g" })).not.toEqual(orderOf({ functionId: "f" }));
});

it("gives the same order in each run, at any speed, in any namespace", () => {
  const order = orderOf({});
  const slow = { 0: PAUSE_MS - 1, 1: PAUSE_MS - 1, 2: 10 * PAUSE_MS, 4: PAUSE_MS - 1 };
  expect(orderOf({ pauses: slow })).toEqual(order);
  const both = orderOf({ namespaces: ["a", "b"] });
  expect(both.toSorted()).toEqual([...order, ...order].toSorted());
  expect(both.slice(0, 3)).toEqual(order.slice(0, 3));
  expect(both.slice(3, 6)).toEqual(order.slice(0, 3));
});

it("sends a block that is not full after a pause", () => {
  const sent: string[] = [];
  const shuffle = new Shuffle(1, (_, { id }) => sent.push(id));
  shuffle.add(laneOf("f"), event("a"));
  jest.advanceTimersByTime(PAUSE_MS - 1);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(sent).toEqual(["a"]);
});

it("repeats the given share of the events", () => {
  const lane = laneOf("f");
  const repeated = [0, 0.1, 1].map((share) => {
    lane.countsIn(NAMESPACE).delivered = 0;
    return Array.from({ length: 1_000 }, () => {
      lane.countsIn(NAMESPACE).delivered += 1;
      return isRepeated(share, 1, lane, NAMESPACE);
    }).filter(Boolean).length;
  });
  expect(repeated).toEqual([0, expect.closeTo(100, -2), 1_000]);
});
