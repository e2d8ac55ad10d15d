/** Explores all states of the model, and returns the shortest way to a broken rule. */

import { OUTPUT_REASONS } from "@greenhouse/domain/outputs/model";
import { OFF_HOLDS_MS } from "@greenhouse/domain/outputs/limits";
import { PLAN_AUTHOR } from "@greenhouse/domain/outputs/plans/model";
import { BUDGETS, TICK_MS, type Message, type Model, type State, type Station } from "./model";

export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  /** The broken rule, and the shortest way there; undefined if all rules hold. */
  readonly fault: { readonly rule: string; readonly events: readonly string[] } | undefined;
}

/** Explores all possible events, the nearest first. */
export function explore(model: Model): Exploration {
  const initial = model.initial();
  const seen = new Set([keyOf(initial, model.bounds.reports)]);
  interface Step {
    readonly state: State;
    readonly description: string;
    readonly from: Step | undefined;
  }
  let layer: Step[] = [{ state: initial, description: "start", from: undefined }];
  let transitions = 0;
  const wayTo = (step: Step | undefined): string[] =>
    step === undefined ? [] : [...wayTo(step.from), step.description];
  while (layer.length > 0) {
    const next: Step[] = [];
    for (const from of layer) {
      for (const { description, next: state, fault: wrong } of model.events(from.state)) {
        transitions += 1;
        const key = keyOf(state, model.bounds.reports);
        if (wrong === undefined && seen.has(key)) continue;
        seen.add(key);
        const step = { state, description, from };
        const fault = wrong ?? model.fault(state) ?? model.faultOf(from.state, state);
        if (fault !== undefined) {
          return { states: seen.size, transitions, fault: { rule: fault, events: wayTo(step) } };
        }
        next.push(step);
      }
    }
    layer = next;
  }
  return { states: seen.size, transitions, fault: undefined };
}

/**
 * States with the same key have the same future. Times are relative to now. What no longer matters
 * is left out. So is the time since which an output has its present state: only `agoMs` depends on
 * it, which the traces compare. Equal boards may change places, and so may messages.
 */
function keyOf({ nowMs, stations, left }: State, reports: boolean): string {
  const at = (timeMs: number | undefined): number =>
    timeMs === undefined ? 99 : Math.max(-90, (timeMs - nowMs) / TICK_MS);
  const mayFallBack = ({ board: { reason } }: Station): boolean =>
    left.fallBacks > 0 || reason === "fallback";
  const codeOfMessage = (station: Station, message: Message): string => {
    const { answer, report } = message;
    const isOfThisBoot = message.boot === station.boot;
    const received =
      answer === undefined || answer === "undefined"
        ? [answer === undefined ? 0 : 1]
        : [2, answer.value, answer.version, answer.forMs / TICK_MS, answer.day];
    const { offForMs = -TICK_MS } = typeof answer === "object" ? answer : {};
    const stage =
      message.arrivedMs === undefined
        ? [
            at(message.at),
            at(message.sentMs),
            report.value,
            report.version,
            OUTPUT_REASONS.indexOf(report.reason),
          ]
        : [at(message.sentMs)];
    const isOlder = isOfThisBoot && message.isLate;
    return code([
      isOfThisBoot ? 1 : 0,
      isOlder ? 1 : 0,
      at(message.arrivedMs),
      ...stage,
      ...received,
      mayFallBack(station) ? offForMs / TICK_MS : 0,
    ]);
  };
  const codeOfStation = (station: Station): string => {
    const { board: running, order, state } = station;
    const isOn = running.value > 0;
    const output = [
      running.version,
      reports || running.reason === "local" || running.reason === "fallback"
        ? OUTPUT_REASONS.indexOf(running.reason)
        : 9,
      isOn ? at(running.endsAt + station.bootedMs) : 98,
      isOn ? at(running.countedAt + station.bootedMs) : 98,
      running.endsBy === "limit" && isOn ? 1 : 0,
    ];
    const used = [running.now, ...(left.crashes > 0 ? [running.kept] : [])].flatMap((kept) => [
      kept.day,
      kept.usedMs / TICK_MS,
      kept.sinceMs / TICK_MS,
      kept.maxOnMs / TICK_MS,
    ]);
    const ordered =
      order === undefined ? [0] : [order.value, order.version, Math.max(0, at(order.until ?? 0))];
    const isPersonsOff = order?.value === 0 && order.by !== PLAN_AUTHOR;
    const shown = state === undefined ? [0] : [at(state.at), at(state.sentMs), state.version];
    return (
      code([
        ...output,
        ...used,
        ...ordered,
        station.isDefined ? 1 : 0,
        ...shown,
        Math.max(0, at(station.mayUntilMs)),
        ...(mayFallBack(station)
          ? [
              isPersonsOff ? order.at + OFF_HOLDS_MS : 0,
              station.wantedUntilMs,
              station.offUntilMs,
              station.pressedOffUntilMs,
              station.unknownUntilMs,
              running.offUntil + station.bootedMs,
              running.pressedOffUntil + station.bootedMs,
            ].map((time) => Math.max(0, at(time)))
          : []),
        station.saidMs === nowMs ? 1 : 0,
        station.isDefinedHere ? 1 : 0,
        station.heard,
        state === undefined && !station.messages.some((m) => m.report.reason !== "start")
          ? 0
          : station.heardEver,
        station.onMsToday / TICK_MS,
        station.skewMs / TICK_MS,
        station.sentMs === nowMs ? 1 : 0,
      ]) +
      station.messages
        .map((message) => codeOfMessage(station, message))
        .sort()
        .join("|")
    );
  };
  return (
    code([nowMs / TICK_MS, ...BUDGETS.map((name) => left[name])]) +
    stations.map(codeOfStation).sort().join("#")
  );
}

function code(numbers: readonly number[]): string {
  return String.fromCharCode(...numbers.map((number) => number + 200));
}
