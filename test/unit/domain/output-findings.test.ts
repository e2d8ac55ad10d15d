import { MINUTE_MS } from "@greenhouse/domain/time";
import { outputFindingsOf } from "@greenhouse/domain/outputs/findings";
import type { OutputFinding } from "@greenhouse/domain/outputs/findings";
import { parseOutputState } from "@greenhouse/domain/outputs/records";
import type {
  KnownOutput,
  Order,
  OutputReason,
  OutputState,
} from "@greenhouse/domain/outputs/model";

const NOW = 1_700_000_000_000;
/** Asked for at least every three minutes. */
const DEFINED = {
  name: "Drip line",
  kind: "switch" as const,
  leaseSeconds: 540,
  maxOnSeconds: 1_800,
  viewersMay: false,
};

/** @param minutes how long ago it was ordered, and in how many it ends */
const on = (ago: number, left: number): Order => ({
  value: 1,
  version: 5,
  by: "olga",
  at: NOW - ago * MINUTE_MS,
  until: NOW + left * MINUTE_MS,
});
const off = (ago: number): Order => ({ ...on(ago, 0), value: 0, until: undefined });
const report = (
  value: number,
  version: number,
  reason: OutputReason,
  ago = 1,
  since?: number,
): OutputState => ({
  value,
  version,
  reason,
  since,
  at: NOW - ago * MINUTE_MS,
  heard: NOW - ago * MINUTE_MS,
});

/** The same, as it is stored of a board whose clock is four minutes behind. */
const behind = (reported: OutputState): OutputState | undefined =>
  parseOutputState({
    ...reported,
    at: reported.at - 4 * MINUTE_MS,
    since: reported.since === undefined ? undefined : reported.since - 4 * MINUTE_MS,
  });

const UNAPPLIED = { kind: "unapplied", value: 1, since: NOW - 7 * MINUTE_MS } as const;

const UNAPPLIED_LONG = { ...UNAPPLIED, since: NOW - 30 * MINUTE_MS } as const;

type Expected = Partial<OutputFinding> | undefined;

test.each<[string, Expected, Order | undefined, OutputState | undefined]>([
  ["nothing is ordered and nothing said", undefined, undefined, undefined],
  ["as ordered", undefined, on(7, 5), report(1, 5, "order")],
  ["ordered five minutes ago, not heard of", undefined, on(5, 9), report(0, 4, "lease")],
  ["ordered seven minutes ago, not heard of", UNAPPLIED, on(7, 9), report(0, 4, "lease")],
  ["the same of a board that names a higher version", UNAPPLIED, on(7, 9), report(1, 605, "order")],
  ["the same of one that is off by it", UNAPPLIED, on(7, 9), report(0, 605, "lease")],
  [
    "off is not heard of, and it is on by a higher version",
    { ...UNAPPLIED, value: 0 },
    off(7),
    report(1, 605, "order"),
  ],
  [
    "cut short by the limit of yesterday, of a higher version",
    undefined,
    on(1, 9),
    report(0, 605, "limit", 1, NOW - 1_440 * MINUTE_MS),
  ],
  ["the same of a board that never spoke", UNAPPLIED, on(7, 9), undefined],
  ["its time is over, and nobody has seen that it was missed", UNAPPLIED, on(7, -5), undefined],
  ["its time has been over for long", undefined, on(20, -11), undefined],
  ["heard of, but the board cannot count", UNAPPLIED, on(7, 9), report(0, 5, "fault")],
  ["the board cannot count, and nothing is ordered", undefined, off(7), report(0, 5, "fault")],
  ["off is not heard of, and it is on", { ...UNAPPLIED, value: 0 }, off(7), report(1, 4, "order")],
  ["off is not heard of, and it is off", undefined, off(7), report(0, 4, "lease")],
  ["off is not heard of by a board that never spoke", undefined, off(7), undefined],
  [
    "off is not heard of, and it must be off by itself",
    undefined,
    off(30),
    report(1, 4, "order", 20),
  ],
  [
    "on is not heard of by a board that was on when it fell silent",
    UNAPPLIED,
    on(7, 9),
    report(1, 4, "order", 60),
  ],
  [
    "cut short by the limit",
    { kind: "limit", since: NOW - 2 * MINUTE_MS },
    on(7, 9),
    report(0, 5, "limit", 1, NOW - 2 * MINUTE_MS),
  ],
  [
    "cut short by the limit, as a board says whose clock is behind",
    { kind: "limit", since: NOW - 2 * MINUTE_MS },
    on(7, 9),
    behind(report(0, 5, "limit", 1, NOW - 2 * MINUTE_MS)),
  ],
  [
    "cut short by the limit soon after midnight, by a clock that is behind, and ordered anew",
    { kind: "limit", since: NOW - 1_332 * MINUTE_MS },
    { ...on(1, 9), version: 6 },
    behind(report(0, 5, "limit", 1, NOW - 1_332 * MINUTE_MS)),
  ],
  [
    "cut short by the limit just before its end",
    { kind: "limit" },
    on(7, -9),
    report(0, 5, "limit"),
  ],
  [
    "cut short by the limit, and ordered anew",
    { kind: "limit" },
    { ...on(1, 9), version: 6 },
    report(0, 5, "limit"),
  ],
  [
    "cut short by the limit of yesterday, and ordered anew",
    undefined,
    { ...on(1, 9), version: 6 },
    report(0, 5, "limit", 1, NOW - 1_440 * MINUTE_MS),
  ],
  [
    "cut short by the limit of yesterday, and it would be on today, too",
    { kind: "limit", since: NOW - 1_420 * MINUTE_MS },
    on(1_430, 9),
    report(0, 5, "limit", 1, NOW - 1_420 * MINUTE_MS),
  ],
  ["the limit does not matter any more", undefined, on(30, -11), report(0, 5, "limit")],
  ["the limit does not matter to what is ordered off", undefined, off(1), report(0, 5, "limit")],
  ["on by hand", { kind: "manual", value: 1 }, off(30), report(1, 5, "local")],
  [
    "on by hand, as a board says whose clock is behind",
    { kind: "manual", since: NOW - 2 * MINUTE_MS },
    off(30),
    behind(report(1, 5, "local", 1, NOW - 2 * MINUTE_MS)),
  ],
  ["on by hand without any order", { kind: "manual" }, undefined, report(1, 0, "local")],
  ["on by hand, and off is ordered", { kind: "manual" }, off(1), report(1, 4, "local")],
  ["on by hand, and on is ordered", { kind: "manual" }, on(1, 9), report(1, 4, "local")],
  [
    "on by hand since a time that cannot be",
    { kind: "manual", since: undefined },
    undefined,
    report(1, 0, "local", 1, NOW + MINUTE_MS),
  ],
  ["off by hand", undefined, on(7, 9), report(0, 5, "local")],
  [
    "on by hand, and silent for longer than that lasts",
    undefined,
    off(99),
    report(1, 5, "local", 70),
  ],
  [
    "the lease was over five minutes ago, and the board comes back",
    undefined,
    on(30, 9),
    report(0, 5, "lease", 1, NOW - 5 * MINUTE_MS),
  ],
  [
    "the lease was over seven minutes ago, and the board still hears nothing",
    { ...UNAPPLIED, since: NOW - 30 * MINUTE_MS },
    on(30, 9),
    report(0, 5, "lease", 1, NOW - 7 * MINUTE_MS),
  ],
  [
    "it was on, and the board fell silent",
    { ...UNAPPLIED, since: NOW - 30 * MINUTE_MS },
    on(30, 9),
    report(1, 5, "order", 10),
  ],
  [
    "it was on until its end, and the board fell silent",
    undefined,
    on(30, -11),
    report(1, 5, "order", 20),
  ],
  [
    "its lease reached until its end, and the board fell silent",
    undefined,
    on(30, -5),
    report(1, 5, "order", 10),
  ],
  [
    "its lease was over before its end, and the board fell silent",
    UNAPPLIED_LONG,
    on(30, -5),
    report(1, 5, "order", 15),
  ],
  [
    "its time was over five minutes ago, and the board says that it is on",
    { ...UNAPPLIED, value: 0, since: NOW - 5 * MINUTE_MS },
    on(30, -5),
    report(1, 5, "order"),
  ],
  [
    "off was heard of, and the board says for long that it is on",
    { ...UNAPPLIED, value: 0 },
    off(7),
    report(1, 5, "order"),
  ],
  [
    "off was heard of a minute ago, and the board says that it is on",
    undefined,
    off(2),
    report(1, 5, "order"),
  ],
  [
    "its time is over, and the board has not said so yet",
    undefined,
    on(30, -1),
    report(1, 5, "order"),
  ],
])("%s", (_, expected, order, state) => {
  const id = { farmId: "oak", uid: "dht-1", output: "valve" };
  const output: KnownOutput = { ...id, defined: DEFINED, order, state };
  const about = { output: "valve", outputName: "Drip line" };
  const found = outputFindingsOf(output, NOW);
  if (expected === undefined) expect(found).toEqual([]);
  else expect(found).toEqual([expect.objectContaining({ ...about, ...expected })]);
});
