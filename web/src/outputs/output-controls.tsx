/** Orders an output: on for a while by holding a button, off by a press. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { MAX_VALUE } from "@greenhouse/domain/outputs/limits";
import type { KnownOutput, Order } from "@greenhouse/domain/outputs/model";
import type { OrderOutcome } from "@greenhouse/domain/outputs/ordering";
import { sayOutputValue } from "@greenhouse/domain/words/output-words";
import { orderOutput } from "../data/changes/output-orders";
import { durationText, spanText } from "../model/values/duration";
import { Button, Select } from "../shared/controls/controls";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import type { Notice } from "../shared/hooks/page";
import { useOutputTexts } from "../text/outputs";
import { HoldButton } from "./hold-button";
import { useOrderer } from "./orderer";

const MIN_DURATION_MS = MINUTE_MS;
const DURATIONS_MS = [1, 2, 5, 10, 30, 60, 240].map((minutes) => minutes * MINUTE_MS);
const DEFAULT_DURATION_MS = 10 * MINUTE_MS;
const LEVELS = [100, 75, 50, 25, 10];

export function OutputControls(knownOutput: KnownOutput): VNode {
  const { defined, state, farmId, uid, output } = knownOutput;
  const texts = useOutputTexts();
  const { connection, person, attempt, format, locale } = usePage();
  const orderer = useOrderer();
  const { role } = useFarm();
  const [chosen, setDuration] = useState(DEFAULT_DURATION_MS);
  const [feedback, setFeedback] = useState<{ notice: Notice; heard: number | undefined }>();
  const [level, setLevel] = useState(MAX_VALUE[defined.kind]);
  const { isConnected } = connection.state.value;
  if (role !== "owner" && !defined.viewersMay) return <p class="quiet">{texts.mayNot}</p>;
  // The daily limit would cut longer times short.
  const longest = Math.max(MIN_DURATION_MS, defined.maxOnSeconds * 1_000);
  const offered = DURATIONS_MS.filter((ms) => ms <= longest);
  const duration = offered.findLast((ms) => ms <= chosen) ?? MIN_DURATION_MS;
  const order = (value: number): void => {
    const until = value === 0 ? undefined : connection.now() + duration;
    const ordering = { value, until, by: person.uid };
    const placed = orderOutput({ farmId, uid, output }, ordering, connection.now);
    setFeedback(undefined);
    attempt(placed.then((outcome) => notify(noticeOf(outcome, value))));
  };
  // Shown here instead of over the page, because nothing may cover Off.
  const notify = (notice: Notice): void => setFeedback({ notice, heard: state?.version });
  const noticeOf = (outcome: OrderOutcome, value: number): Notice => {
    const { name, leaseSeconds } = defined;
    if (outcome.kind === "refused") return { text: texts.refused, isProblem: true };
    if (outcome.kind === "meanwhile") {
      return { text: texts.meanwhile(orderText(outcome.order)), isProblem: true };
    }
    const { replaced } = outcome;
    const isOthers = replaced !== undefined && replaced.by !== person.uid;
    const instead = isOthers ? texts.replaced(orderText(replaced)) : "";
    // An output that the board itself or somebody at the board has switched on outlasts the lease.
    const outlasts = state?.reason === "local" || state?.reason === "fallback";
    const isLeased = value === 0 && !outlasts;
    const text = isLeased
      ? texts.orderedOff(name, spanText(leaseSeconds * 1_000, locale))
      : texts.ordered(name, sayOutputValue(defined, value, texts.words));
    return { text: text + instead };
  };
  const orderText = (placed: Order | undefined): string => {
    const value = sayOutputValue(defined, placed?.value ?? 0, texts.words);
    if (placed === undefined) return value;
    const until = placed.until === undefined ? "" : format.moment(placed.until, connection.now());
    return texts.logLine(value, until, orderer(placed.by));
  };
  // Once the board has received the order, the state next to the notice says more.
  const notice = feedback?.heard === state?.version ? feedback?.notice : undefined;
  const durations = offered.map((ms) => [String(ms), durationText(ms, locale)] as const);
  const ask = texts.askOn(defined.name, durationText(duration, locale));
  return (
    <div class="output-controls">
      <div class="chosen">
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
      </div>
      <HoldButton
        label={`${texts.switchOn}: ${defined.name}`}
        isDisabled={!isConnected}
        onHeld={() => order(level)}
        onReleased={() => notify({ text: texts.holdOn })}
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
      <p class={`told ${notice?.isProblem ? "is-problem" : ""}`} role="status">
        {notice?.text}
      </p>
    </div>
  );
}
