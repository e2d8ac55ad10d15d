/** Warns that no job checks the farm. Without the warning, a lack of alerts would look as if all were well. */

import type { VNode } from "preact";
import { isStopped } from "@greenhouse/domain/alerts/job-runs";
import { parseAlertService } from "@greenhouse/domain/alerts/service";
import { valueOf } from "../data/watches/watch";
import { useKnownUntil, useWatch } from "../shared/hooks/hooks";
import { WarningIcon } from "../shared/controls/icons";
import { usePage } from "../shared/hooks/page";
import { useAlertTexts } from "../text/alerts";

/** For a farm whose alerts are on. */
export function ServiceWarning(): VNode | null {
  const { format } = usePage();
  const { service: texts } = useAlertTexts();
  const watched = useWatch("alertService", (stored) => ({ service: parseAlertService(stored) }));
  const now = useKnownUntil();
  const loaded = valueOf(watched);
  if (loaded === undefined) return null;
  const { service } = loaded;
  if (service !== undefined && !isStopped(service, now)) return null;
  const words =
    service === undefined
      ? { text: texts.absent, hint: texts.absentHint }
      : { text: texts.asleep(format.moment(service.lookedAt, now)), hint: texts.asleepHint };
  return (
    <div class="attention warn service-warning" role="status">
      <WarningIcon />
      <span>
        <strong>{words.text}</strong> {words.hint}
      </span>
    </div>
  );
}
