/** The outputs that are on or about to be, as far as anybody knows. */

import { outputCondition } from "@greenhouse/domain/outputs/condition";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";

export interface RunningOutput {
  /** The same as long as the output exists. */
  readonly id: string;
  readonly name: string;
  /** The level in percent; undefined for a switch. */
  readonly level: number | undefined;
  /**
   * - `on`: the board reports that it is on, as ordered
   * - `switching`: ordered on, and the board has not confirmed it
   * - `unordered`: on although its order has ended
   * - `by-hand`: somebody switched it on at the board
   * - `fallback`: the board switched it on by its own fallback
   * - `unheard`: it was on when the board went offline
   */
  readonly state: "on" | "switching" | "unordered" | "by-hand" | "fallback" | "unheard";
  /** When its order ends, in Unix milliseconds; undefined without an order. */
  readonly until: number | undefined;
}

/** Returns the running outputs. @param now Unix milliseconds */
export function runningOutputs(
  outputs: readonly KnownOutput[],
  now: number,
): readonly RunningOutput[] {
  return outputs.flatMap((knownOutput) => {
    const { uid, output, defined, order, state: report } = knownOutput;
    const state = runningState(knownOutput, now);
    if (state === undefined) return [];
    const value = (state === "switching" ? order : report)?.value;
    const level = defined.kind === "level" ? value : undefined;
    const hasEnd = state === "on" || state === "switching";
    const until = hasEnd ? order?.until : undefined;
    return [{ id: `${uid}/${output}`, name: defined.name, level, state, until }];
  });
}

function runningState(
  { defined, order, state }: KnownOutput,
  now: number,
): RunningOutput["state"] | undefined {
  const isOn = (state?.value ?? 0) > 0;
  switch (outputCondition(defined, order, state, now)) {
    case "applied":
      return "on";
    case "waiting":
      if (isOn) return "on";
      return (order?.value ?? 0) > 0 ? "switching" : undefined;
    case "ending":
      return "unordered";
    case "local":
      return isOn ? "by-hand" : undefined;
    case "fallback":
      return "fallback";
    case "silent":
      return "unheard";
    case "missed":
    case "limit":
    case "fault":
      return isOn ? "unordered" : undefined;
    case "off":
    case "over":
    case "cut":
      return undefined;
  }
}
