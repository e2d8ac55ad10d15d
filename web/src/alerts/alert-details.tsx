/**
 * Details below an alert on the alerts view: how long it has lasted, the extreme value, and buttons to snooze or undo.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Listed } from "@greenhouse/domain/alerts/records";
import { quantityOf } from "@greenhouse/domain/words/sentence";
import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { OpenAlert } from "@greenhouse/domain/alerts/model";
import { DEFAULT_SILENT_AFTER_MS } from "@greenhouse/domain/alerts/settings";
import { isSnoozed } from "@greenhouse/domain/alerts/escalation";
import { missingSince } from "@greenhouse/domain/alerts/missing-since";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { acknowledge, snooze } from "../data/changes/alert-answers";
import { valueOf } from "../data/watches/watch";
import { nextMorning } from "../model/findings/alert-settings";
import { durationText } from "../model/values/duration";
import { lastSeenOf } from "../model/values/newest";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useKnownUntil, useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAlertTexts } from "../text/alerts";
import { useExtremeText } from "./context";
import { LeaveOut } from "./leave-out";

export interface AlertDetailsProps {
  readonly alert: Listed<OpenAlert>;
  /** Whether the text above says that the value is fine again. It then has the extreme, too. */
  readonly isFine: boolean;
}

export function AlertDetails({ alert, isFine }: AlertDetailsProps): VNode {
  const farm = useFarm();
  const { format, writes, attempt } = usePage();
  const { open, words } = useAlertTexts();
  const extreme = useExtremeText()(alert);
  const now = useNow();
  const missing = useMissingSince(alert);
  const { id, sensorName, since, acknowledgedBy } = alert;
  const facts = [
    open.lasting(durationText(now - since, format.locale)),
    isFine ? undefined : extreme,
    missing && words.lastValue(missing),
  ];
  const undo = (label: string, change: () => Promise<void>): VNode => (
    <Button
      kind="quiet"
      label={`${label} ${open.forSensor(sensorName)}`}
      onClick={() => attempt(change())}
    >
      {label}
    </Button>
  );
  return (
    <div class="alert-details">
      <p class="facts-line">
        {facts.map((fact) => fact !== undefined && <span key={fact}>{fact}</span>)}
      </p>
      <div class="row">
        {acknowledgedBy !== undefined &&
          undo(open.takeBack, () => acknowledge(writes, farm.id, [id], undefined))}
        {isSnoozed(alert, now) &&
          undo(open.endSnooze, () => snooze(writes, farm.id, [id], undefined))}
        {!isSnoozed(alert, now) && <Snooze alertIds={[id]} sensorName={sensorName} />}
        <LeaveOut alert={alert} until={now} />
      </div>
    </div>
  );
}

/**
 * Returns when the alert's quantity was last measured, in words, if its current value is unknown. The alert then stays
 * open.
 */
function useMissingSince(alert: OpenAlert): string | undefined {
  const { lastSeen, limits } = useFarm();
  const { format } = usePage();
  const now = useKnownUntil();
  const { silentAfter = DEFAULT_SILENT_AFTER_MS } = limits;
  const sent = lastSeenOf(valueOf(lastSeen.value), alert.uid);
  const at = missingSince(quantityOf(alert), sent, silentAfter, now);
  const isOfValue = alert.kind !== "silent" && !isOfOutput(alert.kind);
  return at !== undefined && isOfValue ? format.moment(at, now) : undefined;
}

export interface SnoozeProps {
  /** One press snoozes all of these alerts. */
  readonly alertIds: readonly string[];
  /** Set for a single alert. */
  readonly sensorName?: string;
}

export function Snooze({ alertIds, sensorName }: SnoozeProps): VNode {
  const farm = useFarm();
  const { connection, format, writes, attempt } = usePage();
  const { open } = useAlertTexts();
  const [isOpen, setOpen] = useState(false);
  const now = connection.now();
  const morning = nextMorning(now, createZonedClock(format.timeZone));
  const snoozeUntil = (until: number): void => {
    attempt(snooze(writes, farm.id, alertIds, until), {
      text: open.snoozed(format.moment(until, now)),
      undo: () => attempt(snooze(writes, farm.id, alertIds, undefined)),
    });
    setOpen(false);
  };
  return (
    <>
      <Button
        kind={sensorName === undefined ? "plain" : "quiet"}
        label={
          sensorName === undefined ? open.snoozeAll : `${open.snooze} ${open.forSensor(sensorName)}`
        }
        isExpanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {sensorName === undefined ? open.snoozeAll : open.snooze}
      </Button>
      {isOpen && (
        <div class="row" role="group" aria-label={open.snooze}>
          <Button onClick={() => snoozeUntil(now + HOUR_MS)}>{open.hour}</Button>
          <Button onClick={() => snoozeUntil(now + 8 * HOUR_MS)}>{open.hours}</Button>
          <Button onClick={() => snoozeUntil(morning)}>
            {open.until(format.moment(morning, now))}
          </Button>
        </div>
      )}
    </>
  );
}
