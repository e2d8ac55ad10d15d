/** A problem in the list: a description, a link to the place, who is on it, and a button to acknowledge it. */

import type { VNode } from "preact";
import { isSnoozed, isAwaitingAnswer } from "@greenhouse/domain/alerts/escalation";
import { alertPath } from "@greenhouse/domain/alerts/links";
import type { OpenAlert } from "@greenhouse/domain/alerts/model";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { acknowledge } from "../../data/changes/alert-answers";
import { severityOf } from "../../model/findings/severity";
import type { FarmProblem } from "../../model/findings/farm-problems";
import { anchorOf, pathOf } from "../../model/input/route";
import { Button } from "../controls/controls";
import { useFarm } from "../hooks/farm";
import { useNow } from "../hooks/hooks";
import { useMemberName } from "../hooks/names";
import { usePage } from "../hooks/page";
import { Link } from "../hooks/router";
import { useProblemText } from "../values/words";

export interface ProblemRowProps {
  readonly problem: FarmProblem;
  /** Whether all rows belong to the greenhouse on the screen. */
  readonly isOfGreenhouse?: boolean;
  /** Returns details of an alert, shown below its row. @param isFine whether the row says that the value is fine again */
  readonly detailsOf?: (alert: Listed<OpenAlert>, isFine: boolean) => VNode;
}

export function ProblemRow({ problem, isOfGreenhouse, detailsOf }: ProblemRowProps): VNode {
  const { texts } = usePage();
  const now = useNow();
  const textOf = useProblemText();
  const acknowledgeEach = useAcknowledging();
  const { alert, id, sensorName, greenhouseName, isOver, fineValue } = problem;
  const isHandled = alert !== undefined && !isAwaitingAnswer(alert, now);
  return (
    <>
      <div class={`problem ${isHandled ? "is-handled" : severityOf(problem)}`}>
        <p>
          <Link href={usePathOf()(problem)}>
            {!isOfGreenhouse && (
              <>
                <bdi>{greenhouseName}</bdi>
                {", "}
              </>
            )}
            <bdi>{sensorName}</bdi>
          </Link>
          {`: ${textOf(problem)}`}
          {isOver && fineValue === undefined && `, ${texts.farm.seemsOver}`}
        </p>
        {isHandled && <Answer alert={alert} />}
        {alert && !isHandled && (
          <Button
            label={texts.farm.acknowledgeOf(sensorName)}
            onClick={() => acknowledgeEach([id])}
          >
            {texts.farm.acknowledge}
          </Button>
        )}
      </div>
      {alert && detailsOf?.(alert, fineValue !== undefined)}
    </>
  );
}

/**
 * Returns a function for the address of a problem. The address of an alert has the greenhouse in which the alert began.
 */
export function usePathOf(): (problem: FarmProblem) => string {
  const { id: farmId } = useFarm();
  return ({ alert, id, greenhouse, uid }) =>
    alert === undefined
      ? `${pathOf({ view: "greenhouse", farmId, greenhouseId: greenhouse })}#${anchorOf(uid)}`
      : alertPath(farmId, greenhouse, id, alert.since);
}

/** Says who is on it, or until when the alert is snoozed. */
function Answer({ alert }: { readonly alert: OpenAlert }): VNode {
  const { texts, format, person } = usePage();
  const { farm } = texts;
  const now = useNow();
  const nameOf = useMemberName("to");
  const { acknowledgedBy: by, snoozedUntil = 0 } = alert;
  const carer = by && (by === person.uid ? farm.youCare : farm.cares(nameOf(by)));
  return (
    <p class="answer">
      {carer}
      {carer && isSnoozed(alert, now) && " · "}
      {isSnoozed(alert, now) && farm.snoozedUntil(format.moment(snoozedUntil, now))}
    </p>
  );
}

/** Acknowledges alerts and shows a notice with Undo. */
export function useAcknowledging(): (alertIds: readonly string[]) => void {
  const { id } = useFarm();
  const { person, attempt, writes, texts } = usePage();
  return (alertIds) =>
    attempt(acknowledge(writes, id, alertIds, person.uid), {
      text: texts.farm.acknowledged,
      undo: () => attempt(acknowledge(writes, id, alertIds, undefined)),
    });
}
