/** Buttons that acknowledge or snooze alerts, and undo that. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Listed } from "../../../domain/src/alert-records";
import type { OpenAlert } from "../../../domain/src/alerts";
import { isSnoozed } from "../../../domain/src/escalation";
import { nextMorning } from "../model/alert-settings";
import { HOUR } from "../model/time-range";
import { createZonedClock } from "../model/zoned-time";
import { Button } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { useNow } from "../shared/hooks";
import { usePage } from "../shared/page";
import { useAlertChanges, useAlertTexts, usePersonText } from "./context";

/** Acknowledges alerts and shows a notice with Undo. */
function useAcknowledging(): (alertIds: readonly string[]) => void {
  const farm = useFarm();
  const { person, attempt } = usePage();
  const { open } = useAlertTexts();
  const changes = useAlertChanges();
  return (alertIds) =>
    attempt(changes.acknowledge(farm.id, alertIds, person.uid), {
      text: open.acknowledged,
      undo: () => attempt(changes.acknowledge(farm.id, alertIds, undefined)),
    });
}

export interface AlertActionsProps {
  /** Alerts that nobody has acknowledged or snoozed. One press applies to all of them. */
  readonly alerts: readonly Listed<OpenAlert>[];
  /** Whether the buttons have no emphasis, because the same buttons are also shown elsewhere. */
  readonly isCalm?: boolean;
}

export function AlertActions({ alerts, isCalm = false }: AlertActionsProps): VNode {
  const { open } = useAlertTexts();
  const acknowledge = useAcknowledging();
  const [isSnoozing, setSnoozing] = useState(false);
  const isOne = alerts.length === 1;
  // Distinguishes the buttons for screen readers, because several rows have the same ones.
  const suffix = isOne ? ` ${open.of(alerts[0]?.sensorName ?? "")}` : "";
  const words = isOne
    ? { acknowledge: open.acknowledge, snooze: open.snooze }
    : { acknowledge: open.acknowledgeAll, snooze: open.snoozeAll };
  const alertIds = alerts.map(({ id }) => id);
  return (
    <>
      <div class="row alert-actions">
        <Button
          kind={isCalm ? "plain" : "primary"}
          label={words.acknowledge + suffix}
          onClick={() => acknowledge(alertIds)}
        >
          {words.acknowledge}
        </Button>
        <Button
          label={words.snooze + suffix}
          isExpanded={isSnoozing}
          onClick={() => setSnoozing(!isSnoozing)}
        >
          {words.snooze}
        </Button>
      </div>
      {isSnoozing && <SnoozeChoices alertIds={alertIds} onChosen={() => setSnoozing(false)} />}
    </>
  );
}

interface SnoozeChoicesProps {
  readonly alertIds: readonly string[];
  readonly onChosen: () => void;
}

function SnoozeChoices({ alertIds, onChosen }: SnoozeChoicesProps): VNode {
  const farm = useFarm();
  const { connection, format, attempt } = usePage();
  const { open } = useAlertTexts();
  const changes = useAlertChanges();
  const now = connection.now();
  const morning = nextMorning(now, createZonedClock(format.timeZone));
  const snooze = (until: number): void => {
    attempt(changes.snooze(farm.id, alertIds, until), {
      text: open.snoozed(format.moment(until, now)),
      undo: () => attempt(changes.snooze(farm.id, alertIds, undefined)),
    });
    onChosen();
  };
  return (
    <div class="row alert-actions" role="group" aria-label={open.snooze}>
      <Button onClick={() => snooze(now + HOUR)}>{open.hour}</Button>
      <Button onClick={() => snooze(now + 8 * HOUR)}>{open.hours}</Button>
      <Button onClick={() => snooze(morning)}>{open.until(format.moment(morning, now))}</Button>
    </div>
  );
}

/** Who acknowledged an alert, or until when it is snoozed, and a button that undoes that. */
export function Handled({ alert }: { readonly alert: Listed<OpenAlert> }): VNode {
  const farm = useFarm();
  const { format, attempt } = usePage();
  const { open } = useAlertTexts();
  const changes = useAlertChanges();
  const nameOf = usePersonText();
  const now = useNow();
  const { id, acknowledgedBy, snoozedUntil = 0, sensorName } = alert;
  return (
    <>
      {acknowledgedBy !== undefined && (
        <p class="row handled">
          {open.acknowledgedBy(nameOf(acknowledgedBy))}
          <Button
            kind="quiet"
            label={`${open.takeBack} ${open.of(sensorName)}`}
            onClick={() => attempt(changes.acknowledge(farm.id, [id], undefined))}
          >
            {open.takeBack}
          </Button>
        </p>
      )}
      {isSnoozed(alert, now) && (
        <p class="row handled">
          {open.snoozedUntil(format.moment(snoozedUntil, now))}
          <Button
            kind="quiet"
            label={`${open.endSnooze} ${open.of(sensorName)}`}
            onClick={() => attempt(changes.snooze(farm.id, [id], undefined))}
          >
            {open.endSnooze}
          </Button>
        </p>
      )}
    </>
  );
}
