import type { Order, Output, OutputReason, OutputState } from "@greenhouse/domain/outputs/model";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { de } from "@greenhouse/domain/words/outputs-de";
import { en } from "@greenhouse/domain/words/outputs-en";
import { sayCondition, sayOutputValue } from "@greenhouse/domain/words/output-words";

const NOW = 100 * MINUTE_MS;
const FORMAT = {
  moment: (at: number): string => `${at / MINUTE_MS}`,
  span: (ms: number): string => `${ms / MINUTE_MS} min`,
};
const defined: Output = {
  name: "Valve",
  kind: "switch",
  leaseSeconds: 540,
  maxOnSeconds: 1_800,
  viewersMay: false,
};

/** @param until in minutes */
function orderOf(value: number, until?: number): Order {
  const untilMs = until === undefined ? undefined : until * MINUTE_MS;
  return { value, version: 7, until: untilMs, by: "olga", at: 90 * MINUTE_MS };
}

/** The board's report of a minute ago about the order above. @param since in minutes */
function stateOf(value: number, reason: OutputReason, since?: number, version = 7): OutputState {
  const heard = 99 * MINUTE_MS;
  const sinceMs = since === undefined ? undefined : since * MINUTE_MS;
  return { value, version, reason, at: heard, heard, since: sinceMs };
}

const longAgo = { ...stateOf(1, "order"), heard: 80 * MINUTE_MS };

test.each<[string, Order | undefined, OutputState | undefined]>([
  ["not known yet", undefined, undefined],
  ["off", undefined, stateOf(0, "start")],
  [
    "off · switching on until 120: waiting for the board (checks in at least every 3 min)",
    orderOf(1, 120),
    stateOf(0, "start", 90, 0),
  ],
  [
    "off · order expired; the board did not confirm it in time",
    orderOf(1, 95),
    stateOf(0, "start", 90, 0),
  ],
  ["on until 120", orderOf(1, 120), stateOf(1, "order", 91)],
  ["on without an order", undefined, stateOf(1, "order", 91)],
  [
    "on · ended at 95; the board has not confirmed that it is off",
    orderOf(1, 95),
    stateOf(1, "order", 91),
  ],
  ["off since 95, as ordered", orderOf(1, 95), stateOf(0, "lease")],
  ["off since 93 (ordered until 95)", orderOf(1, 95), stateOf(0, "lease", 93)],
  ["off by itself since 93: offline for 9 min", orderOf(1, 120), stateOf(0, "lease", 93)],
  ["off since 93: daily limit (30 min) reached", orderOf(1, 120), stateOf(0, "limit", 93)],
  [
    "off: the board cannot measure time or did not understand the order",
    orderOf(1, 120),
    stateOf(0, "fault"),
  ],
  ["on since 93: set at the board", undefined, stateOf(1, "local", 93)],
  ["board offline since 80; it should have switched off by itself", undefined, longAgo],
])("%s", (sentence, order, state) => {
  expect(sayCondition({ defined, order, state }, NOW, en, FORMAT)).toBe(sentence);
});

test("an old report is not shown as the present state while an order waits", () => {
  const output = { defined, order: { ...orderOf(1, 120), version: 8 }, state: longAgo };
  expect(sayCondition(output, NOW, de, FORMAT)).toMatch(/^sollte von selbst aus sein · wird auf/);
});

test("a level has its percent", () => {
  expect(sayOutputValue({ kind: "level" }, 40, en)).toBe("40\u202f%");
  expect([sayOutputValue({ kind: "level" }, 0, de), sayOutputValue(defined, 1, de)]).toEqual([
    "aus",
    "an",
  ]);
});
