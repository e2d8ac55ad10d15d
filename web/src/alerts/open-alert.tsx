/** An open alert: what, where, since when, the most extreme value, and the actions. */

import type { VNode } from "preact";
import { alertPath } from "../../../domain/src/alert-link";
import type { Listed } from "../../../domain/src/alert-records";
import type { OpenAlert } from "../../../domain/src/alerts";
import { quantityOf } from "../../../domain/src/alert-words/sentence";
import { SILENT_AFTER } from "../../../domain/src/attention";
import { isWaiting } from "../../../domain/src/escalation";
import { missingSince } from "../../../domain/src/missing-since";
import { durationText } from "../model/duration";
import { severityOf } from "../shared/attention";
import { useFarm } from "../shared/farm";
import { useKnownUntil, useNow, useSignalChanges } from "../shared/hooks";
import { WarningIcon } from "../shared/icons";
import { usePage } from "../shared/page";
import { Link } from "../shared/router";
import { AlertActions, Handled } from "./alert-actions";
import { useAlertTexts, useExtremeText, useFactText } from "./context";

export interface OpenAlertProps {
  readonly alert: Listed<OpenAlert>;
  /** Whether its greenhouse is what the page shows. */
  readonly isHere?: boolean;
  /** Whether it is one of several. */
  readonly isCalm?: boolean;
}

export function OpenAlertItem({ alert, isHere, isCalm = false }: OpenAlertProps): VNode {
  const farm = useFarm();
  const { format } = usePage();
  const { open } = useAlertTexts();
  const textOf = useFactText();
  const extreme = useExtremeText()(alert);
  const now = useNow();
  const missing = useMissingSince(alert);
  const { kind, sensorName, greenhouse, greenhouseName, since, clearingSince } = alert;
  const path = alertPath(farm.id, greenhouse, alert.id, since);
  const duration = durationText(now - since, format.locale);
  const facts = [
    // The text about a silent sensor contains the time.
    kind === "silent" ? open.lasting(duration) : open.since(format.moment(since, now), duration),
    extreme,
    clearingSince === undefined ? undefined : open.clearing,
    missing && open.lastValue(missing),
  ];
  return (
    <div class={`open-alert ${isWaiting(alert, now) ? severityOf({ kind }) : "is-handled"}`}>
      <WarningIcon />
      <div class="open-alert-text">
        <p>
          <strong>{sensorName}</strong> {textOf(alert)}
        </p>
        <p class="facts-line">
          {!isHere && <Link href={path}>{greenhouseName}</Link>}
          {facts.map((fact) => fact !== undefined && <span key={fact}>{fact}</span>)}
        </p>
        <Handled alert={alert} />
        {isWaiting(alert, now) && <AlertActions alerts={[alert]} isCalm={isCalm} />}
      </div>
    </div>
  );
}

/** When the alert's quantity was last measured, in words, if nobody knows it any more: the alert stays as it is. */
function useMissingSince(alert: OpenAlert): string | undefined {
  const { lastSeen, limits } = useFarm();
  const { format } = usePage();
  useSignalChanges(lastSeen.version);
  const now = useKnownUntil();
  const { silentAfter = SILENT_AFTER } = limits;
  const at = missingSince(quantityOf(alert), lastSeen.of(alert.uid), silentAfter, now);
  return at === undefined || alert.kind === "silent" ? undefined : format.moment(at, now);
}
