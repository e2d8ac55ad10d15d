/** The line above the farm and its greenhouses with the number of open alerts and the actions for them. */

import type { FunctionComponent, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { parseAlertLink } from "../../../domain/src/alert-link";
import type { AlertLink } from "../../../domain/src/alert-link";
import { readLoggedAlerts } from "../../../domain/src/alert-records";
import type { Listed } from "../../../domain/src/alert-records";
import type { OpenAlert } from "../../../domain/src/alerts";
import { isWaiting } from "../../../domain/src/escalation";
import { valueOf } from "../data/watch";
import { findLogged, rankedAlerts } from "../model/alerts";
import { pathOf } from "../model/route";
import { useFarm } from "../shared/farm";
import { useNow, useWatch } from "../shared/hooks";
import { BellIcon } from "../shared/icons";
import { usePage } from "../shared/page";
import { Link, useAddress } from "../shared/router";
import type { Language } from "../text/language";
import { AlertActions } from "./alert-actions";
import { useAlertTexts, useFactText, withAlertTexts } from "./context";
import { OpenAlertItem } from "./open-alert";
import { ServiceWarning } from "./service-warning";
import "./alerts.css";

export interface AlertBarProps {
  /** Only the alerts of this greenhouse, and the one that the address names. */
  readonly greenhouseId?: string;
}

export function loadAlertBar(language: Language): Promise<FunctionComponent<AlertBarProps>> {
  return withAlertTexts(AlertBar, language);
}

function AlertBar({ greenhouseId }: AlertBarProps): VNode {
  const farm = useFarm();
  const link = parseAlertLink(useAddress().search);
  const all = useMemo(() => rankedAlerts(farm.openAlerts), [farm.openAlerts]);
  const here = all.filter(
    ({ greenhouse }) => greenhouseId === undefined || greenhouse === greenhouseId,
  );
  const linked = greenhouseId === undefined ? undefined : link;
  const others = here.filter(({ id }) => id !== linked?.alertId);
  return (
    <>
      {greenhouseId === undefined && <ServiceWarning />}
      {linked && <LinkedAlert link={linked} alert={all.find(({ id }) => id === linked.alertId)} />}
      {others.length > 0 && <Summary alerts={others} />}
    </>
  );
}

function Summary({ alerts }: { readonly alerts: readonly Listed<OpenAlert>[] }): VNode {
  const farm = useFarm();
  const { format } = usePage();
  const { open } = useAlertTexts();
  const now = useNow();
  const waiting = alerts.filter((alert) => isWaiting(alert, now));
  const first = Math.min(...waiting.map(({ since }) => since));
  return (
    <div class={`alert-bar ${waiting.length > 0 ? "" : "is-handled"}`}>
      <BellIcon />
      <Link href={pathOf({ view: "alerts", farmId: farm.id })}>
        {waiting.length > 0
          ? open.count(waiting.length, format.moment(first, now))
          : open.handled(alerts.length)}
      </Link>
      {waiting.length > 0 && <AlertActions alerts={waiting} isCalm />}
    </div>
  );
}

interface LinkedAlertProps {
  readonly link: AlertLink;
  /** Undefined once the alert is over. */
  readonly alert: Listed<OpenAlert> | undefined;
}

/** The alert that a message linked to. */
function LinkedAlert({ link, alert }: LinkedAlertProps): VNode {
  if (alert === undefined) return <EndedAlert link={link} />;
  return (
    <section class="card linked-alert">
      <OpenAlertItem alert={alert} isHere />
    </section>
  );
}

function EndedAlert({ link }: { readonly link: AlertLink }): VNode {
  const farm = useFarm();
  const { format } = usePage();
  const { linked } = useAlertTexts();
  const textOf = useFactText();
  const now = useNow();
  const log = useWatch(`alerts/${farm.id}/log`, readLoggedAlerts, { newest: SEARCHED });
  const ended = findLogged(valueOf(log) ?? [], link);
  const clearedAt = ended && format.moment(ended.clearedAt, now);
  const text = clearedAt === undefined ? linked.gone : linked.over(clearedAt);
  return (
    <section class="card linked-alert" role="status">
      <p>{log.status === "loading" ? linked.loading : text}</p>
      {ended && (
        <p class="quiet">
          <strong>{ended.sensorName}</strong> {textOf(ended)}
        </p>
      )}
    </section>
  );
}

/** How many of the newest alerts in the log are searched. */
const SEARCHED = 50;
