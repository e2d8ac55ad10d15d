/** What an earlier message linked to, once it is over. */

import type { VNode } from "preact";
import type { AlertLink } from "../../../domain/src/alert-link";
import { readLoggedAlerts } from "../../../domain/src/alert-records";
import { valueOf } from "../data/watch";
import { findLogged } from "../model/alerts";
import { useFarm } from "../shared/farm";
import { useNow, useWatch } from "../shared/hooks";
import { usePage } from "../shared/page";
import { useAlertTexts } from "../text/alerts";
import { useFactText } from "./context";

export interface EndedAlertProps {
  readonly link: AlertLink;
}

export function EndedAlert({ link }: EndedAlertProps): VNode {
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
    <section class="card" role="status">
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
