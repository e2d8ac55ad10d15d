/** An open alert: what, where, since when, the most extreme value, and the actions. */

import type { VNode } from "preact";
import type { OpenAlert } from "../../../domain/src/alerts";
import { alertPath } from "../model/alert-link";
import { isWaiting } from "../model/alerts";
import type { Listed } from "../model/alerts";
import { durationText } from "../model/duration";
import { severityOf } from "../shared/attention";
import { useFarm } from "../shared/farm";
import { useNow } from "../shared/hooks";
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
  const extreme = useExtremeText()(alert, open);
  const now = useNow();
  const { kind, sensorName, greenhouse, greenhouseName, since, clearingSince } = alert;
  const path = alertPath(farm.id, greenhouse, alert.id, since);
  const duration = durationText(now - since, format.locale);
  const facts = [
    // The text about a silent sensor contains the time.
    kind === "silent" ? open.lasting(duration) : open.since(format.moment(since, now), duration),
    extreme,
    clearingSince === undefined ? undefined : open.clearing,
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
