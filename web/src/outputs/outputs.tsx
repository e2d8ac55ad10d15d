/** The outputs of a greenhouse: orders, reports of the boards, and who may switch them. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { outputCondition } from "@greenhouse/domain/outputs/condition";
import { withOrders } from "@greenhouse/domain/outputs/records";
import { limitsRestartAtMs } from "@greenhouse/domain/outputs/limits";
import type { DefinedOutput, KnownOutput, OutputId } from "@greenhouse/domain/outputs/model";
import { sayCondition, sayOutputValue } from "@greenhouse/domain/words/output-words";
import { fieldOf } from "@greenhouse/domain/stored";
import { asStored } from "../data/watches/watch";
import type { Watched } from "../data/watches/watch";
import { shownOutputFindings } from "../model/findings/output-findings";
import { spanText } from "../model/values/duration";
import { Button } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { useAsOf, useKnownUntil, useOffline, useWatch } from "../shared/hooks/hooks";
import { usePage } from "../shared/hooks/page";
import { useOutputTexts } from "../text/outputs";
import { EditOutput } from "./edit-output";
import type { EditOutputProps } from "./edit-output";
import { OutputControls } from "./output-controls";
import { OutputLog } from "./output-log";
import { OutputPlan } from "./output-plan";
import { useOrderer } from "./orderer";
import "./outputs.css";

export interface OutputsProps {
  readonly outputs: readonly DefinedOutput[];
  /** Set for owners. */
  readonly onAdd: (() => void) | undefined;
  /** The output that was added last. The page moves to it. */
  readonly added: OutputId | undefined;
}

export function Outputs({ outputs, onAdd, added }: OutputsProps): VNode {
  const texts = useOutputTexts();
  const { greenhouse } = usePage().texts;
  const { id, outputs: known } = useFarm();
  const isOffline = useOffline() !== undefined;
  const asOf = useAsOf();
  const { orders, states } = known.value ?? {};
  const plans = useWatch(`outputPlans/${id}`, asStored);
  return (
    <section class="card outputs" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {isOffline && <p>{texts.offline(asOf)}</p>}
      <ul>
        {withOrders(outputs, orders, states).map((knownOutput) => (
          <OutputRow
            key={`${knownOutput.uid}/${knownOutput.output}`}
            {...knownOutput}
            plan={planIn(plans, knownOutput)}
            isAdded={knownOutput.uid === added?.uid && knownOutput.output === added.output}
          />
        ))}
      </ul>
      {onAdd && (
        <Button kind="quiet" onClick={onAdd}>
          {greenhouse.addOutput}
        </Button>
      )}
    </section>
  );
}

/** Returns the stored plan of an output; null if there is none, undefined until it is known. */
function planIn(plans: Watched<unknown>, { uid, output }: OutputId): unknown {
  if (plans.status !== "ready") return undefined;
  return fieldOf(fieldOf(plans.value, uid), output) ?? null;
}

interface OutputRowProps extends KnownOutput {
  readonly plan: unknown;
  readonly isAdded: boolean;
}

function OutputRow({ isAdded, plan, ...knownOutput }: OutputRowProps): VNode {
  const { defined, order, state } = knownOutput;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isAdded) return;
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: "center" });
  }, [isAdded]);
  const texts = useOutputTexts();
  const { format, locale } = usePage();
  const { role, openAlerts } = useFarm();
  const orderer = useOrderer();
  const now = useKnownUntil();
  const isLive = useAsOf() === undefined;
  const condition = outputCondition(defined, order, state, now);
  const isUnknown = state === undefined && condition === "off";
  const words = sayCondition(knownOutput, now, texts.words, {
    moment: (at) => format.moment(at, now),
    span: (ms) => spanText(ms, locale),
  });
  const restartAt = limitsRestartAtMs(now);
  const restart = format.moment(restartAt, restartAt);
  const findings = shownOutputFindings(
    knownOutput,
    now,
    (alertId) => fieldOf(openAlerts, alertId) !== undefined,
  );
  // Red is what the lists of problems have, too. A manual switch is no failure.
  const isWarning = findings.some(({ kind }) => kind !== "manual");
  const stateClass = isLive ? "state" : "quiet";
  return (
    <li class={`output is-${condition}`}>
      <div class="output-words">
        <h3 ref={title} tabIndex={-1}>
          {defined.name}
        </h3>
        <p class={isWarning ? "out" : stateClass} role="status">
          {isUnknown ? texts.neverReported : words}
          {condition === "limit" && `. ${texts.limitRestarts(restart)}`}
        </p>
        {/* Without a connection, the age of the report does not grow, and the card says from when the state is. */}
        {isLive && state && (
          <p class="quiet">
            {texts.reported(
              sayOutputValue(defined, state.value, texts.words),
              format.age(state.heard, now),
            )}
          </p>
        )}
        {order && (
          <p class="quiet">{texts.orderedBy(orderer(order.by), format.moment(order.at, now))}</p>
        )}
      </div>
      <OutputControls {...knownOutput} />
      <OutputPlan output={knownOutput} stored={plan} />
      <div class="output-foot">
        <OutputLog {...knownOutput} />
        {role === "owner" && <Edit definedOutput={knownOutput} plan={plan} />}
      </div>
    </li>
  );
}

function Edit({ definedOutput, plan }: Omit<EditOutputProps, "onClose">): VNode {
  const { texts } = usePage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        label={`${texts.edit}: ${definedOutput.defined.name}`}
        onClick={() => setOpen(true)}
      >
        {texts.edit}
      </Button>
      {isOpen && <EditOutput {...{ definedOutput, plan }} onClose={() => setOpen(false)} />}
    </>
  );
}
