/** The line about open alerts, above the farm and its greenhouses. Its module is loaded only when it is needed. */

import type { FunctionComponent, VNode } from "preact";
import { isAsleep, readAlertService } from "../../../domain/src/alert-service";
import { entriesOf } from "../../../domain/src/stored";
import { valueOf } from "../data/watch";
import type { Language } from "../text/language";
import { useFarm } from "./farm";
import { useKnownUntil, useWatch } from "./hooks";
import { Lazy } from "./lazy";

interface AlertBarProps {
  readonly greenhouseId?: string;
}

const BAR = (language: Language): Promise<FunctionComponent<AlertBarProps>> =>
  // oxlint-disable-next-line no-restricted-imports -- loaded only when the line is needed
  import("../alerts/alert-bar").then((module) => module.loadAlertBar(language));

export function AlertBar(props: AlertBarProps): VNode {
  // Reserves the space of the line, so that the content below does not move.
  const isExpected = entriesOf(useFarm().openAlerts).length > 0;
  return (
    <Lazy load={BAR} props={props}>
      {isExpected ? <div class="alert-bar-skeleton" /> : null}
    </Lazy>
  );
}

/** While no alert of a farm is open, the line appears only if the jobs that watch farms have stopped. */
export function ServiceBar(): VNode | null {
  const watched = useWatch("alertService", (stored) => ({ service: readAlertService(stored) }));
  const now = useKnownUntil();
  const known = valueOf(watched);
  if (known === undefined || (known.service && !isAsleep(known.service, now))) return null;
  return <AlertBar />;
}
