/** An alert that has ended, for a link from an earlier message. */

import type { VNode } from "preact";
import type { AlertLink } from "@greenhouse/domain/alerts/links";
import { parseLoggedAlerts } from "@greenhouse/domain/alerts/records";
import { valueOf } from "../data/watches/watch";
import { findLogged } from "../model/findings/alerts";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
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
  const log = useWatch(`alerts/${farm.id}/log`, parseLoggedAlerts, { newest: SEARCHED });
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

/** The number of newest alerts in the log that are searched. */
const SEARCHED = 50;
