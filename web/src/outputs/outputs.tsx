/** The outputs of a greenhouse: what is ordered, what the boards said, and who may switch them. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import {
  askedWithinMs,
  HIGHEST,
  outputCondition,
  readOrder,
  withOrders,
} from "../../../domain/src/outputs";
import type { DefinedOutput, KnownOutput, OrderOutcome, Output } from "../../../domain/src/outputs";
import { entriesOf } from "../../../domain/src/stored";
import { asStored, valueOf } from "../data/watch";
import { orderOutput } from "../data/output-orders";
import { durationText, spanText } from "../model/duration";
import { Button, Select } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { useKnownUntil, useNow, useWatch } from "../shared/hooks";
import { useMemberName } from "../shared/names";
import { usePage } from "../shared/page";
import type { Notice } from "../shared/page";
import { useOutputTexts } from "../text/outputs";
import type { OutputTexts } from "../text/outputs-en";
import { HoldButton } from "./hold-button";
import "./outputs.css";

export interface OutputsProps {
  readonly outputs: readonly DefinedOutput[];
}

const MINUTE = 60_000;
const DURATIONS = [1, 5, 10, 30, 60, 240].map((minutes) => minutes * MINUTE);
const USUAL = 10 * MINUTE;
const LEVELS = [100, 75, 50, 25, 10];
/** Lines of the log. */
const SHOWN = 20;

export function Outputs({ outputs }: OutputsProps): VNode {
  const texts = useOutputTexts();
  const { id } = useFarm();
  const orders = valueOf(useWatch(`outputOrders/${id}`, asStored));
  const states = valueOf(useWatch(`outputStates/${id}`, asStored));
  return (
    <section class="card outputs" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <ul>
        {withOrders(outputs, orders, states).map((each) => (
          <OutputRow key={`${each.uid}/${each.output}`} {...each} />
        ))}
      </ul>
    </section>
  );
}

function valueText({ kind }: Output, value: number, texts: OutputTexts): string {
  if (kind === "level" && value > 0) return `${value}\u202f%`;
  return value > 0 ? texts.on : texts.off;
}

function OutputRow(known: KnownOutput): VNode {
  const { defined, order, state } = known;
  const texts = useOutputTexts();
  const { format, locale } = usePage();
  const nameOf = useMemberName();
  const now = useKnownUntil();
  const condition = outputCondition(defined, order, state, now);
  const shown = condition === "local" ? (state?.value ?? 0) : (order?.value ?? 0);
  const facts = {
    value: valueText(defined, shown, texts),
    until: order?.until === undefined ? "" : format.moment(order.until, now),
    since: state?.since === undefined ? "" : format.moment(state.since, now),
    interval: spanText(askedWithinMs(defined), locale),
    lease: spanText(defined.leaseSeconds * 1_000, locale),
    limit: spanText(defined.maxOnSeconds * 1_000, locale),
  };
  const isWarning = ["missed", "cut", "limit", "fault", "silent"].includes(condition);
  return (
    <li class={`output is-${condition}`}>
      <div class="output-words">
        <h3>{defined.name}</h3>
        <p class={isWarning ? "out" : "state"} role="status">
          {texts.conditions[condition](facts)}
        </p>
        <p class="quiet">
          {state === undefined
            ? texts.neverSaid
            : texts.said(valueText(defined, state.value, texts), format.age(state.at, now))}
        </p>
        {order && (
          <p class="quiet">{texts.orderedBy(nameOf(order.by), format.moment(order.at, now))}</p>
        )}
      </div>
      <Controls {...known} />
      <Log {...known} />
    </li>
  );
}

function Controls(known: KnownOutput): VNode {
  const { defined, ...id } = known;
  const texts = useOutputTexts();
  const { connection, person, attempt, locale } = usePage();
  const { role } = useFarm();
  const [duration, setDuration] = useState(USUAL);
  const [level, setLevel] = useState(HIGHEST[defined.kind]);
  const { isConnected } = connection.state.value;
  if (role !== "owner" && !defined.membersMay) return <p class="quiet">{texts.mayNot}</p>;
  const order = (value: number): void => {
    const until = value === 0 ? undefined : connection.now() + duration;
    const { farmId, uid, output } = id;
    const placed = orderOutput({ farmId, uid, output }, { value, until, by: person.uid }, () =>
      connection.now(),
    );
    attempt(
      placed.then((outcome) => attempt(Promise.resolve(), noticeOf(outcome, defined, texts))),
    );
  };
  const durations = DURATIONS.map((ms) => [String(ms), durationText(ms, locale)] as const);
  const ask = texts.askOn(defined.name, durationText(duration, locale));
  return (
    <div class="output-controls">
      <Select
        label={texts.duration}
        isLabelHidden
        value={String(duration)}
        options={durations}
        onValue={(value) => setDuration(Number(value))}
      />
      {defined.kind === "level" && (
        <Select
          label={texts.level}
          isLabelHidden
          value={String(level)}
          options={LEVELS.map((value) => [String(value), `${value}\u202f%`] as const)}
          onValue={(value) => setLevel(Number(value))}
        />
      )}
      <HoldButton
        label={`${texts.switchOn}: ${defined.name}`}
        isDisabled={!isConnected}
        onHeld={() => order(level)}
        onPressed={() => confirm(ask) && order(level)}
      >
        {texts.switchOn}
      </HoldButton>
      <Button
        label={`${texts.switchOff}: ${defined.name}`}
        isDisabled={!isConnected}
        onClick={() => order(0)}
      >
        {texts.switchOff}
      </Button>
      {!isConnected && <p class="quiet">{texts.offline}</p>}
    </div>
  );
}

function noticeOf(outcome: OrderOutcome, defined: Output, texts: OutputTexts): Notice {
  if (outcome.kind === "ordered") return { text: texts.ordered(defined.name) };
  if (outcome.kind === "refused") return { text: texts.refused, isProblem: true };
  const value = valueText(defined, outcome.order?.value ?? 0, texts);
  return { text: texts.meanwhile(value), isProblem: true };
}

/** Read when it is opened. */
function Log(known: DefinedOutput): VNode {
  const texts = useOutputTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.log}</summary>
      {isOpen && <LogLines {...known} />}
    </details>
  );
}

function LogLines({ farmId, uid, output, defined }: DefinedOutput): VNode {
  const texts = useOutputTexts();
  const { texts: common, format } = usePage();
  const nameOf = useMemberName();
  const now = useNow();
  const watched = useWatch(`outputLog/${farmId}/${uid}/${output}`, asStored, { newest: SHOWN });
  if (watched.status === "loading") return <p class="quiet">{common.loading}</p>;
  if (watched.status === "failed") return <p>{common.problems[watched.problem]}</p>;
  const orders = entriesOf(watched.value).flatMap(([, stored]) => readOrder(stored) ?? []);
  if (orders.length === 0) return <p class="quiet">{texts.nothingOrdered}</p>;
  return (
    <ol class="output-log">
      {orders
        .toSorted((a, b) => b.at - a.at)
        .map(({ version, value, until, by, at }) => (
          <li key={version}>
            <time>{format.moment(at, now)}</time>{" "}
            {texts.logLine(
              valueText(defined, value, texts),
              until === undefined ? "" : format.moment(until, now),
            )}
            , {nameOf(by)}
          </li>
        ))}
    </ol>
  );
}
