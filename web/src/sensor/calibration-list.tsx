/** The calibrations of a sensor, the newest first. Owners can undo them. */

import type { Calibration } from "@greenhouse/domain/quantities/corrections-model";
import { isInForce } from "@greenhouse/domain/quantities/corrections";
import { withUnit } from "@greenhouse/domain/quantities/measurements";
import { withMinus } from "@greenhouse/domain/words/format";
import type { VNode } from "preact";
import { useCorrectionChanges } from "../corrections/use-correction-changes";
import { numberText } from "../model/input/typed-number";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { useMemberName } from "../shared/hooks/names";
import { usePage } from "../shared/hooks/page";
import { useCorrectionTexts } from "../text/corrections";
import { useSensorPageTexts } from "../text/sensor";
import "../corrections/corrections.css";

export interface CalibrationListProps {
  readonly uid: string;
  readonly calibrations: readonly Calibration[];
}

export function CalibrationList({ uid, calibrations }: CalibrationListProps): VNode {
  const { calibrations: words } = useSensorPageTexts();
  if (calibrations.length === 0) return <p class="quiet">{words.nothing}</p>;
  return (
    <ul class="plain changes">
      {calibrations.toReversed().map((calibration) => (
        <Item
          key={`${calibration.quantity} ${calibration.key} ${calibration.at}`}
          {...{ uid, calibration }}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly uid: string;
  readonly calibration: Calibration;
}

function Item({ uid, calibration }: ItemProps): VNode {
  const { id: farmId, role } = useFarm();
  const { texts, format, attempt } = usePage();
  const { calibrations: words } = useSensorPageTexts();
  const { by: byText } = useCorrectionTexts();
  const nameOf = useMemberName();
  const now = useNow();
  const changes = useCorrectionChanges();
  const textOf = useCalibrationText();
  const { quantity, from, note, by } = calibration;
  const isActive = isInForce(calibration);
  const what = `${texts.measurements[quantity]}: ${textOf(calibration)}`;
  const undo = (): void => {
    const change = { sensor: { farmId, uid }, change: calibration };
    attempt(changes.undo([change]), { text: words.undone });
  };
  const facts = [
    words.since(format.moment(from, now)),
    byText(nameOf(by)),
    ...(isActive ? [] : [words.undoneNote]),
  ];
  return (
    <li class={isActive ? "" : "is-undone"}>
      <p>
        {what}
        {note !== undefined && (
          <>
            {": "}
            <bdi>{note}</bdi>
          </>
        )}
        <span class="quiet facts">{facts.join(" · ")}</span>
      </p>
      {isActive && role === "owner" && (
        <Button kind="quiet" label={words.undoOf(what)} onClick={undo}>
          {texts.undo}
        </Button>
      )}
    </li>
  );
}

/** Returns "0.8 °C lower", or the line for a calibration that changes the scale. */
function useCalibrationText(): (calibration: Calibration) => string {
  const { format } = usePage();
  const { calibrations: words } = useSensorPageTexts();
  return ({ quantity, scale, offset }) => {
    if (scale !== 1)
      return words.line(
        withMinus(numberText(scale, format.locale, 4)),
        withMinus(offset < 0 ? "-" : "+"),
        numberText(Math.abs(offset), format.locale, 2),
      );
    const size = format.shownDifference(Math.abs(offset), quantity);
    const text = withUnit(numberText(size, format.locale, 2), format.unit(quantity));
    return offset < 0 ? words.lower(text) : words.higher(text);
  };
}
