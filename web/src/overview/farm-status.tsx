/** Whether everything is fine, and if not, what is wrong and where. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { idOf } from "../model/attention";
import type { Attention } from "../model/attention";
import type { Greenhouse } from "../model/farm";
import type { SensorState } from "../model/latest";
import { anchorOf, pathOf } from "../model/route";
import { severityOf } from "../shared/attention";
import { useFarm } from "../shared/farm";
import { useAsOf, useNow } from "../shared/hooks";
import { CheckIcon, WarningIcon } from "../shared/icons";
import { usePage } from "../shared/page";
import { Link } from "../shared/router";
import { useAttentionText } from "../shared/words";

interface Concern {
  readonly greenhouse: Greenhouse;
  readonly attention: Attention;
}

export interface FarmStatusProps {
  /** Whether the newest values arrived. */
  readonly isReady: boolean;
  /** The worst first. */
  readonly concerns: readonly Concern[];
  readonly states: readonly SensorState[];
  /** Whether an alert is open; then the status does not say that everything is fine. */
  readonly hasAlerts: boolean;
}

/** If there are more, only the worst is named at first, to leave space for the cards below. */
const NAMED = 2;

/**
 * Screen readers announce changes of the status; the age, which changes with every reading, is outside the live region.
 */
export function FarmStatus({ isReady, concerns, states, hasAlerts }: FarmStatusProps): VNode {
  const { texts, format } = usePage();
  const { farm } = texts;
  const now = useNow();
  const asOf = useAsOf();
  const times = states.flatMap(({ at }) => at ?? []);
  const hasReadings = times.length > 0;
  const isWell = concerns.length === 0;
  const calmText = hasAlerts ? farm.calm : farm.allWell;
  const wellText = asOf === undefined ? calmText : farm.wasWell(asOf);
  const text = hasReadings ? wellText : farm.noReadings;
  const unwell = farm.attention(concerns.length);
  const unwellText =
    asOf === undefined ? (
      unwell
    ) : (
      <>
        {unwell}, <span class="quiet status-as-of">{farm.asOf(asOf)}</span>
      </>
    );
  const wellKind = hasReadings && asOf === undefined && !hasAlerts ? "well" : "";
  const [worst] = concerns;
  const kind = worst === undefined ? wellKind : severityOf(worst.attention);
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || concerns.length <= NAMED ? concerns : concerns.slice(0, 1);
  return (
    <div class={`status ${isReady ? kind : ""}`} aria-busy={!isReady}>
      {isReady && (isWell ? hasReadings && <CheckIcon /> : <WarningIcon />)}
      <div class="status-text">
        <p>
          <strong role="status">{isReady && (isWell ? text : unwellText)}</strong>
          {isReady && hasReadings && (
            <>
              {" "}
              <span class="quiet status-age">
                {farm.newest(format.age(Math.max(...times), now))}
              </span>
            </>
          )}
        </p>
        {isReady && !isWell && (
          <ul class="plain concerns">
            {shown.map((concern) => (
              <ConcernLine
                key={`${concern.greenhouse.id} ${idOf(concern.attention)}`}
                {...concern}
              />
            ))}
          </ul>
        )}
        {isReady && concerns.length > NAMED && (
          <button
            type="button"
            class="link-button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? farm.less : farm.more(concerns.length - 1)}
          </button>
        )}
      </div>
    </div>
  );
}

function ConcernLine({ greenhouse, attention }: Concern): VNode {
  const { id: farmId } = useFarm();
  const textOf = useAttentionText();
  const path = pathOf({ view: "greenhouse", farmId, greenhouseId: greenhouse.id });
  return (
    <li>
      <Link href={path}>{greenhouse.name}</Link>
      {", "}
      <Link href={`${path}#${anchorOf(attention.sensor.uid)}`}>{attention.sensor.name}</Link>
      {": "}
      {textOf(attention)}
    </li>
  );
}
