/** The alerts of a farm: what is open, what happened, who is notified, and what owners set. */

import type { FunctionComponent, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { isWaiting } from "../../../domain/src/escalation";
import { rankedAlerts } from "../model/alerts";
import { Button } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { useNow } from "../shared/hooks";
import { usePage } from "../shared/page";
import type { Language } from "../text/language";
import { AlertActions } from "./alert-actions";
import { AlertLog } from "./alert-log";
import { useAlertChanges, useAlertTexts, withAlertTexts } from "./context";
import { NotifyCard } from "./notify-card";
import { OpenAlertItem } from "./open-alert";
import { ServiceWarning } from "./service-warning";
import { SettingsCard } from "./settings-card";
import { UndeliveredCard } from "./undelivered-card";
import "./alerts.css";

export function loadAlertsView(language: Language): Promise<FunctionComponent> {
  return withAlertTexts(AlertsView, language);
}

function AlertsView(): VNode {
  const farm = useFarm();
  const texts = useAlertTexts();
  const isOn = farm.limits.silentAfter !== undefined;
  return (
    <>
      <h1>{texts.title}</h1>
      {isOn && <ServiceWarning />}
      {!isOn && <SwitchedOff />}
      <div class="alerts">
        {isOn && <OpenAlerts />}
        <div class="alerts-part alerts-side">
          <NotifyCard />
          {isOn && farm.role === "owner" && <SettingsCard />}
        </div>
        <div class="alerts-part">
          <UndeliveredCard />
          <AlertLog />
        </div>
      </div>
    </>
  );
}

function SwitchedOff(): VNode {
  const farm = useFarm();
  const { attempt, language } = usePage();
  const { off } = useAlertTexts();
  const changes = useAlertChanges();
  return (
    <section class="card">
      <p>
        <strong>{off.lead}</strong>
      </p>
      <p class="quiet">{off.what}</p>
      {farm.role === "owner" ? (
        <Button
          kind="primary"
          onClick={() => attempt(changes.switchOn(farm.id, language), { text: off.switchedOn })}
        >
          {off.switchOn}
        </Button>
      ) : (
        <p>{off.askOwner}</p>
      )}
    </section>
  );
}

function OpenAlerts(): VNode {
  const { openAlerts } = useFarm();
  const { open, log } = useAlertTexts();
  const now = useNow();
  const alerts = useMemo(() => rankedAlerts(openAlerts), [openAlerts]);
  const [count, setCount] = useState(STEP);
  const waiting = alerts.filter((alert) => isWaiting(alert, now));
  // Where some are hidden, it is those that somebody has answered; otherwise, alerts keep their place when answered.
  const isLong = alerts.length > STEP;
  const ordered = isLong ? [...new Set([...waiting, ...alerts])] : alerts;
  return (
    <section class="card" aria-labelledby="open-title">
      <h2 id="open-title">{open.title}</h2>
      {alerts.length === 0 && <p class="quiet">{open.none}</p>}
      {waiting.length > 1 && <AlertActions alerts={waiting} />}
      <ul class="plain alert-list">
        {ordered.slice(0, count).map((alert) => (
          <li key={alert.id}>
            <OpenAlertItem alert={alert} isCalm={waiting.length > 1} />
          </li>
        ))}
      </ul>
      {alerts.length > count && <Button onClick={() => setCount(count + STEP)}>{log.more}</Button>}
    </section>
  );
}

/** How many are shown at first, and added with each press: a storm has tens of thousands. */
const STEP = 50;
