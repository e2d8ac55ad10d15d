/** Says how a board is. */

import type { Signal } from "@greenhouse/domain/boards/board-status";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import { signalsOf } from "@greenhouse/domain/boards/weak-signal";
import { withUnit } from "@greenhouse/domain/quantities/measurements";
import { withMinus } from "@greenhouse/domain/words/format";
import type { BoardMark } from "../model/farm/board-marks";
import { durationText } from "../model/values/duration";
import { usePage } from "../shared/hooks/page";
import { useBoardTexts } from "../text/boards";

/** Returns for example "−86 dBm". */
function useSignalText(): (signal: Signal, value: number) => string {
  const { format } = usePage();
  const { outOf } = useBoardTexts();
  return (signal, value) => {
    const text = withMinus(format.count(value));
    if (signal === "linkquality") return outOf(text);
    return withUnit(text, signal === "rssi" ? "dBm" : "dB");
  };
}

export function useWeakText(weak: BoardMark["weak"]): string | undefined {
  const { weakSignal } = useBoardTexts();
  const textOf = useSignalText();
  return weak && weakSignal(textOf(weak.signal, weak.value));
}

export function useOlderText(older: BoardMark["older"]): string | undefined {
  const texts = useBoardTexts();
  // Both versions name the same program.
  return older && texts.older(older.version, older.newer.split(" ").at(-1) ?? older.newer);
}

/** Returns all signals, the one that counts first; undefined without. */
export function useSignals(board: BoardState): string | undefined {
  const textOf = useSignalText();
  const { quality } = useBoardTexts();
  const texts = signalsOf(board).map(([signal, value]) => {
    const text = textOf(signal, value);
    return signal === "linkquality" ? quality(text) : text;
  });
  return texts.length === 0 ? undefined : texts.join(", ");
}

/** Returns an interval as it was set: "90 s", "5 min". */
export function intervalText(seconds: number, locale: string): string {
  return seconds % 60 === 0
    ? durationText(seconds * 1_000, locale)
    : withUnit(String(seconds), "s");
}
