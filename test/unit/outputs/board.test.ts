import { describe, expect, test } from "@jest/globals";

import {
  advance,
  report,
  setLocally,
  start,
  take,
} from "../../../tools/cli/src/simulation/reference-board";
import type { OutputAnswer } from "@greenhouse/domain/outputs/answer";

const ON: OutputAnswer = { value: 1, version: 7, forMs: 60_000, maxOnMs: 100_000, day: 20_785 };
const keep = (): boolean => true;

describe("a board says since when its output has its present state", () => {
  test("from its start, for thirty days", () => {
    const month = 30 * 86_400_000;
    const started = { value: 0, version: 0, reason: "start" };
    expect(report(start(), 0)).toEqual({ ...started, agoMs: 0 });
    expect(report(start(), month)).toEqual({ ...started, agoMs: month });
    expect(report(start(), month + 1)).toEqual(started);
  });

  test("and a renewal or a new version on its own is not a change", () => {
    const on = take(start(), ON, 0, 1_000, keep);
    const renewed = take(on, { ...ON, version: 8 }, 30_000, 31_000, keep);
    expect(report(renewed, 40_000)).toMatchObject({ version: 8, reason: "order", agoMs: 39_000 });
    const off = advance(renewed, 90_000, keep);
    const stillOff = take(off, { ...ON, forMs: 0 }, 95_000, 96_000, keep);
    expect(report(stillOff, 97_000)).toMatchObject({ version: 7, reason: "lease", agoMs: 7_000 });
    const set = setLocally(stillOff, 0, 0, 98_000, keep);
    expect(report(set, 99_000)).toMatchObject({ reason: "local", agoMs: 1_000 });
  });
});
