/** Past alerts, the newest first. */

import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { alertPath } from "@greenhouse/domain/alerts/links";
import { parseLoggedAlerts } from "@greenhouse/domain/alerts/records";
import type { Listed } from "@greenhouse/domain/alerts/records";
import type { LoggedAlert } from "@greenhouse/domain/alerts/model";
import { valueOf } from "../data/watches/watch";
import { alertIdOf } from "@greenhouse/domain/alerts/ids";
import { durationText } from "../model/values/duration";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { useAlertTexts } from "../text/alerts";
import { useExtremeText, useFactText, usePersonText } from "./context";
import { LeaveOut } from "./leave-out";

/** The number of alerts that are shown at first and added by each press. */
const STEP = 50;

export function AlertLog(): VNode {
  const farm = useFarm();
  const { problems, loading } = usePage().texts;
  const { log: texts } = useAlertTexts();
  const [count, setCount] = useState(STEP);
  // Reads one more alert than is shown, to know whether there are more.
  const watched = useWatch(`alerts/${farm.id}/log`, parseLoggedAlerts, { newest: count + 1 });
  const shown = useRef<readonly Listed<LoggedAlert>[] | undefined>(undefined);
  const read = valueOf(watched);
  if (read !== undefined) shown.current = read;
  const all = shown.current;
  return (
    <section class="card" aria-labelledby="log-title">
      <h2 id="log-title">{texts.title}</h2>
      {watched.status === "failed" && <p class="error">{problems[watched.problem]}</p>}
      {watched.status === "loading" && all === undefined && <p class="quiet">{loading}</p>}
      {all?.length === 0 && <p class="quiet">{texts.emptyList}</p>}
      <ul class="plain alert-list">
        {all?.slice(0, count).map((alert) => (
          <li key={alert.id}>
            <LoggedItem alert={alert} />
          </li>
        ))}
      </ul>
      {all !== undefined && all.length > count && (
        <Button onClick={() => setCount(count + STEP)}>{texts.more}</Button>
      )}
    </section>
  );
}

function LoggedItem({ alert }: { readonly alert: Listed<LoggedAlert> }): VNode {
  const farm = useFarm();
  const { format } = usePage();
  const { log } = useAlertTexts();
  const textOf = useFactText();
  const nameOf = usePersonText();
  const extreme = useExtremeText()(alert);
  const now = useNow();
  const { sensorName, greenhouse, greenhouseName, since, clearedAt, acknowledgedBy } = alert;
  const { reportedAt } = alert;
  const path = alertPath(farm.id, greenhouse, alertIdOf(alert), since);
  const facts = [
    since === clearedAt ? format.moment(since, now) : format.range(since, clearedAt),
    since === clearedAt ? undefined : log.lasted(durationText(clearedAt - since, format.locale)),
    extreme,
    reportedAt === undefined ? undefined : log.reportedLate(format.moment(reportedAt, now)),
    acknowledgedBy === undefined ? undefined : log.acknowledgedBy(nameOf(acknowledgedBy)),
  ];
  return (
    <div class="logged-alert">
      <p>
        <strong>{sensorName}</strong> {textOf(alert)}
      </p>
      <p class="facts-line">
        <Link href={path}>{greenhouseName}</Link>
        {facts.map((fact) => fact !== undefined && <span key={fact}>{fact}</span>)}
      </p>
      <LeaveOut alert={alert} until={clearedAt} />
    </div>
  );
}
