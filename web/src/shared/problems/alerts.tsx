/** Parts of the alerts' module that other views show. They are loaded only when needed. */

import type { FunctionComponent, VNode } from "preact";
import type { AlertLink } from "@greenhouse/domain/alerts/links";
import { isStopped, parseJobRuns } from "@greenhouse/domain/alerts/job-runs";
import { valueOf } from "../../data/watches/watch";
import { useKnownUntil, useWatch } from "../hooks/hooks";
import { Lazy } from "../hooks/lazy";

const ENDED = (): Promise<FunctionComponent<{ link: AlertLink }>> =>
  // oxlint-disable-next-line no-restricted-imports -- loaded only when it is needed
  import("../../alerts/ended-alert").then((module) => module.EndedAlert);

/** An alert that has ended, for a link from a message. */
export function EndedAlert({ link }: { readonly link: AlertLink }): VNode {
  return (
    <Lazy load={ENDED} props={{ link }}>
      {null}
    </Lazy>
  );
}

const WARNING = (): Promise<FunctionComponent> =>
  // oxlint-disable-next-line no-restricted-imports -- loaded only when it is needed
  import("../../alerts/service-warning").then((module) => module.ServiceWarning);

/** Appears only if the jobs that check farms have stopped. Then the lack of alerts means nothing. */
export function ServiceBar(): VNode | null {
  const watched = useWatch("alertService", (stored) => ({ runs: parseJobRuns(stored) }));
  const now = useKnownUntil();
  const loaded = valueOf(watched);
  if (loaded === undefined || (loaded.runs && !isStopped(loaded.runs, now))) return null;
  return (
    <Lazy load={WARNING} props={{}}>
      {null}
    </Lazy>
  );
}
