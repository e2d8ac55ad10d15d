/** A line for many problems of the same kind: "20 greenhouses below 12 °C, coldest Tomatoes 2.1 °C". */

import type { VNode } from "preact";
import { isBeyond } from "@greenhouse/domain/alerts/findings";
import { FINDINGS } from "@greenhouse/domain/words/finding-words";
import { NAMES } from "@greenhouse/domain/words/names";
import { isNamedByUnit, quantityOf } from "@greenhouse/domain/words/sentence";
import { withUnit } from "@greenhouse/domain/quantities/measurements";
import { severityOf } from "../../model/findings/severity";
import type { ProblemGroup } from "../../model/findings/problem-groups";
import { Button } from "../controls/controls";
import { usePage } from "../hooks/page";
import { Link } from "../hooks/router";
import { useSinceText } from "../values/words";
import { useStormTexts } from "../../text/storms";
import { useAcknowledging, usePathOf } from "../problems/problem-row";

export interface GroupRowProps {
  readonly group: ProblemGroup;
  /** Whether nobody deals with the problems. */
  readonly isWaiting: boolean;
  /** Whether all rows belong to the greenhouse on the screen. */
  readonly isOfGreenhouse?: boolean | undefined;
}

export function GroupRow({ group, isWaiting, isOfGreenhouse = false }: GroupRowProps): VNode {
  const { texts } = usePage();
  const acknowledgeEach = useAcknowledging();
  const { problems } = group;
  const ids = problems.flatMap(({ id, alert }) => (alert === undefined ? [] : [id]));
  return (
    <div class={`problem ${isWaiting ? severityOf(group) : "is-handled"}`}>
      <p>
        <b>{useGroupText(isOfGreenhouse)(group)}</b>
        <Worst group={group} />
      </p>
      {!isWaiting && <p class="answer">{texts.farm.inHand(problems.length)}</p>}
      {isWaiting && ids.length > 0 && (
        <Button onClick={() => acknowledgeEach(ids)}>{texts.farm.acknowledgeAll}</Button>
      )}
    </div>
  );
}

/** Names the greenhouse with the worst value, or its sensor if only one greenhouse is affected. */
function Worst({ group }: { readonly group: ProblemGroup }): VNode | null {
  const { format } = usePage();
  const storm = useStormTexts();
  const pathTo = usePathOf();
  const { kind, worst, greenhouseCount, isOver } = group;
  const { value, bound, sensorName, greenhouseName } = worst;
  if (isOver || value === undefined || kind === "fault") return null;
  const quantity = quantityOf(worst);
  return (
    <>
      {`, ${storm.extreme(kind === "above", quantity === "temperature")} `}
      <Link href={pathTo(worst)}>
        <bdi>{greenhouseCount > 1 ? greenhouseName : sensorName}</bdi>
      </Link>{" "}
      {format.value(value, quantity, bound)}
    </>
  );
}

function useGroupText(isOfGreenhouse: boolean): (group: ProblemGroup) => string {
  const { language, texts, format } = usePage();
  const sinceText = useSinceText();
  const storm = useStormTexts();
  const { beside, silent } = FINDINGS[language];
  const sinceOf = ({ begun }: ProblemGroup): string => {
    if (begun === undefined) return "";
    const since = sinceText(begun.first);
    return begun.isOfAll ? ` ${since}` : `, ${storm.first} ${since}`;
  };
  const beyondText = ({ kind, bound, worst }: ProblemGroup): string => {
    const quantity = quantityOf(worst);
    const limit =
      bound === undefined
        ? storm.ownLimits
        : withUnit(format.bound(bound, quantity), format.unit(quantity));
    const isNear = bound !== undefined && !isBeyond(worst, worst.value);
    return `${beside[isNear ? "near" : kind === "above" ? "above" : "below"]} ${limit}`;
  };
  return (group) => {
    const { kind, measurement, isOver, greenhouseCount, sensorCount, worst } = group;
    const place = isOfGreenhouse ? undefined : worst.greenhouseName;
    const who =
      greenhouseCount === 1
        ? storm.sensorsIn(sensorCount, place)
        : storm.greenhouses(greenhouseCount);
    const name = measurement && NAMES[language][measurement];
    if (isOver) return `${who}: ${texts.farm.seemsOver}`;
    if (kind === "above" || kind === "below") {
      const named = isNamedByUnit(quantityOf(worst)) ? who : `${who}: ${name ?? ""}`;
      return `${named} ${beyondText(group)}${sinceOf(group)}`;
    }
    const sensors = greenhouseCount === 1 ? who : storm.sensors(sensorCount, greenhouseCount);
    const what =
      kind === "silent" ? silent(name, "") : kind === "battery" ? storm.lowBattery : storm.faults;
    return `${sensors}: ${what}${sinceOf(group)}`;
  };
}
