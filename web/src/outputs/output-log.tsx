/** The history of an output: who switched it, and when. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { withRenewals } from "@greenhouse/domain/outputs/log-ends";
import { outputsOf, parseOutputLog, withOrders } from "@greenhouse/domain/outputs/records";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import { sayOutputValue } from "@greenhouse/domain/words/output-words";
import { NO_AMENDMENTS } from "../model/values/amendments";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useLastKnown } from "../shared/hooks/stable";
import { useOutputTexts } from "../text/outputs";
import { useOrderer } from "./orderer";

/** The numbers of lines in the log at first, and after each press. A plan may order every few minutes. */
const SHOWN = [20, 100, 500] as const;

/** Reads the log when somebody opens it. */
export function OutputLog(knownOutput: KnownOutput): VNode {
  const texts = useOutputTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.log}</summary>
      {isOpen && (
        <>
          <LogLines {...knownOutput} />
          <EarlierLogs {...knownOutput} />
        </>
      )}
    </details>
  );
}

/** The orders for the devices before this one. They keep their logs. */
function EarlierLogs({ farmId, uid, output }: KnownOutput): VNode {
  const { amendments, outputs } = useFarm();
  const { format } = usePage();
  const texts = useOutputTexts();
  const now = useNow();
  const { succession } = amendments.value ?? NO_AMENDMENTS;
  const { outputs: defined, orders, states } = outputs.value ?? {};
  return (
    <>
      {succession.predecessorsOf(uid).map((device) => {
        const [earlier] = withOrders(
          outputsOf(farmId, defined, [device.uid]),
          orders,
          states,
        ).filter((other) => other.output === output);
        return (
          earlier && (
            <section key={device.uid}>
              <p class="quiet">
                {texts.earlierDevice(device.uid, format.moment(device.until, now))}
              </p>
              <LogLines {...earlier} />
            </section>
          )
        );
      })}
    </>
  );
}

function LogLines({ farmId, uid, output, defined, order }: KnownOutput): VNode {
  const texts = useOutputTexts();
  const { texts: common, format } = usePage();
  const orderer = useOrderer();
  const [step, setStep] = useState(0);
  const shown = SHOWN[step] ?? SHOWN[0];
  const now = useNow();
  const path = `outputLog/${farmId}/${uid}/${output}`;
  const watched = useLastKnown(useWatch(path, parseOutputLog, { newest: shown, by: "at" }));
  if (watched.status === "loading") return <p class="quiet">{common.loading}</p>;
  if (watched.status === "failed") return <p>{common.problems[watched.problem]}</p>;
  const orders = withRenewals(watched.value, order);
  if (orders.length === 0) return <p class="quiet">{texts.nothingOrdered}</p>;
  return (
    <>
      <ol class="output-log">
        {orders.map(({ version, value, until, by, at }) => (
          <li key={version}>
            <time>{format.moment(at, now)}</time>{" "}
            {texts.logLine(
              sayOutputValue(defined, value, texts.words),
              until === undefined ? "" : format.moment(until, now),
              orderer(by),
            )}
          </li>
        ))}
      </ol>
      {orders.length >= shown && step < SHOWN.length - 1 && (
        <Button kind="quiet" onClick={() => setStep(step + 1)}>
          {texts.moreOrders}
        </Button>
      )}
    </>
  );
}
