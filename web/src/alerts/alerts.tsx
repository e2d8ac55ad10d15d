/** The alerts of a farm: open alerts, the history, notifications, and the owners' settings. */

import type { VNode } from "preact";
import { waitingOf } from "../model/findings/farm-problems";
import { ProblemList } from "../shared/problems/problem-list";
import { Button } from "../shared/controls/controls";
import { useFarmProblems, useFarm } from "../shared/hooks/farm";
import { useNow } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useAlertTexts } from "../text/alerts";
import { AlertDetails, Snooze } from "./alert-details";
import { AlertLog } from "./alert-log";
import { useAlertChanges } from "./context";
import { NotifyCard } from "./notify-card";
import { ServiceWarning } from "./service-warning";
import { SettingsCard } from "./settings-card";
import { UndeliveredCard } from "./undelivered-card";
import "./alerts.css";

export function AlertsView(): VNode {
  const farm = useFarm();
  const texts = useAlertTexts();
  const isOn = farm.limits.silentAfter !== undefined;
  return (
    <>
      <h1>{texts.title}</h1>
      {!isOn && <SwitchedOff />}
      <div class="alerts">
        <div class="alerts-part">
          <Problems />
          {isOn && <ServiceWarning />}
        </div>
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
      <p class="quiet">{off.explanation}</p>
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

function Problems(): VNode {
  const farmProblems = useFarmProblems();
  const now = useNow();
  const ids = waitingOf(farmProblems.problems, now).flatMap(({ alert }) => alert?.id ?? []);
  return (
    <>
      <ProblemList
        {...farmProblems}
        isWhole
        detailsOf={(alert, isFine) => <AlertDetails {...{ alert, isFine }} />}
      />
      {ids.length > 1 && (
        <div class="row">
          <Snooze alertIds={ids} />
        </div>
      )}
    </>
  );
}
