/** A farm with one greenhouse and a few sensors for repeated checks. It stores the results as the database would. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { TRANSITION_KINDS, type TransitionKind } from "@greenhouse/domain/alerts/outbox";
import { type OpenAlert } from "@greenhouse/domain/alerts/model";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { Transition } from "../../../jobs/src/outbox/transition";
import { decide, type AlertUpdate } from "../../../jobs/src/watch/decide";
import type { FarmRecords, Greenhouse } from "../../../jobs/src/watch/read-farm";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";

export const START = Date.UTC(2026, 0, 15, 2);

export interface Reading {
  readonly temperature?: number;
  readonly humidity?: number;
  readonly battery?: number;
}

export class CheckedFarm {
  now = START;
  farm: FarmRecords = {
    farmId: "oak",
    settings: { silentAfterMinutes: 30, lowBatteryPercent: 20 },
    place: undefined,
    greenhouses: new Map([["north", greenhouse({ temperature: { min: 5, max: 30 } })]]),
    sensors: [{ uid: "air", name: "Air", greenhouse: "north", role: "air" }],
    lastSeen: new Map(),
    outputs: [],
    plans: [],
    checkedPlans: [],
    state: { version: 0, pending: new Map(), open: new Map(), late: [], logged: [] },
  };
  /** Entries of the log, in the order of their keys. */
  readonly log: Record<string, unknown>[] = [];
  /** In the stored form. */
  readonly #lastSeen = new Map<string, object>();
  readonly #createPushKey = createPushKeys(() => 0.5);

  /** Stores a reading that arrives now. */
  receive(uid: string, reading: Reading): void {
    const { greenhouses } = this.farm;
    const house = greenhouses.get("north")!;
    const before = (house.bySensor as Record<string, object> | null)?.[uid];
    const bySensor = { ...(house.bySensor as object), [uid]: { ...before, ...reading } };
    const name = Object.keys(reading).join(",") || "none";
    this.#lastSeen.set(uid, { ...this.#lastSeen.get(uid), [name]: this.now });
    this.change({
      greenhouses: new Map([["north", { ...house, bySensor }]]),
      lastSeen: new Map(Array.from(this.#lastSeen, ([id, seen]) => [id, parseLastSeen(seen)])),
    });
  }

  change(changes: Partial<FarmRecords>): void {
    this.farm = { ...this.farm, ...changes };
  }

  /** Changes an alert as people do, for example by a snooze. */
  changeAlert(id: string, changes: Partial<OpenAlert>): void {
    const { state } = this.farm;
    const alert = state.open.get(id);
    if (alert === undefined) throw new Error(`There is no alert ${id}.`);
    const open = new Map(state.open).set(id, { ...alert, ...changes });
    this.change({ state: { ...state, open } });
  }

  /** Takes back the acknowledgement, or ends the snooze. */
  takeBack(id: string, field: "acknowledgedBy" | "snoozedUntil" = "acknowledgedBy"): void {
    this.apply({ [`alerts/oak/open/${id}/${field}`]: null });
  }

  /** Checks the farm. @param minutes that pass before */
  check(minutes = 1): CheckResult {
    this.now += minutes * MINUTE_MS;
    const { updates, unanswered } = decide(this.farm, this.now, this.#createPushKey);
    for (const { update } of updates) this.apply(update);
    const transitions = updates.flatMap(({ transition }) => transition ?? []);
    const atOnce = transitions.filter(({ to }) => to.includes(0));
    const facts = TRANSITION_KINDS.map((state) => [state, factsOf(atOnce, state)] as const);
    return {
      ...(Object.fromEntries(facts) as Record<TransitionKind, Facts>),
      transitions,
      unanswered,
      isEmpty: updates.length === 0,
      isQuiet: atOnce.length === 0,
    };
  }

  get open(): ReadonlyMap<string, OpenAlert> {
    return this.farm.state.open;
  }

  private apply(update: AlertUpdate["update"]): void {
    const { state } = this.farm;
    const pending = new Map(state.pending);
    const open = new Map(state.open);
    for (const [path, value] of Object.entries(update)) {
      const [, , kind, id = "", field] = path.split("/");
      if (kind === "log") this.log.push(value as Record<string, unknown>);
      else if (kind === "pending") {
        if (value === null) pending.delete(id);
        else pending.set(id, (value as { since: number }).since);
      } else if (field !== undefined) {
        const changed = new Map(Object.entries(open.get(id)!)).set(field, value);
        if (value === null) changed.delete(field);
        open.set(id, Object.fromEntries(changed) as unknown as OpenAlert);
      } else if (value === null) open.delete(id);
      else open.set(id, value as OpenAlert);
    }
    this.change({ state: { ...state, pending, open } });
  }
}

type Facts = Readonly<Record<string, object>>;

/** The transitions that people who chose 0 minutes are notified of, by state and id. */
export interface CheckResult extends Readonly<Record<TransitionKind, Facts>> {
  /** All transitions of the check. */
  readonly transitions: readonly Transition[];
  readonly isEmpty: boolean;
  /** How many alerts wait for an answer. */
  readonly unanswered: number;
  /** Whether people who chose 0 minutes are notified of nothing. */
  readonly isQuiet: boolean;
}

function factsOf(transitions: readonly Transition[], wanted: TransitionKind): Facts {
  const facts = transitions.flatMap(({ alert: { id, state, ...fact } }) =>
    state === wanted ? [[id, fact] as const] : [],
  );
  return Object.fromEntries(facts);
}

export function greenhouse(thresholds: Greenhouse["thresholds"]): Greenhouse {
  return {
    name: "Tomatoes",
    lightSource: "sun",
    thresholds,
    current: null,
    bySensor: null,
    corrections: NO_CORRECTIONS,
  };
}
