/**
 * A board with outputs: the reference board, behind requests to the functions. It restarts at power cuts. An output may have
 * a fallback: on below 4 °C, off from 6 °C.
 */

import { signBody } from "@greenhouse/domain/identity/signing";
import { fieldOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import {
  advance,
  fallBack,
  report,
  start,
  take,
  type Board,
  type Kept,
} from "../../../tools/cli/src/simulation/reference-board";
import type { OutputAnswer } from "@greenhouse/domain/outputs/answer";
import type { BoardPlan, OutputPlan } from "../farm";
import type { Actor, Simulation } from "../simulation";

const TIMEOUT_MS = 15_000;
/** Some boards ask so often that answers overtake each other. */
const ASKS_EVERY_MS = [10_000, 30_000];
const ON_BELOW = 4;
const OFF_FROM = 6;

const LONGEST_LOSS_MS = 60 * MINUTE_MS;

/** The state of a pin, for auditors and the climate. */
export interface Pin extends OutputPlan {
  readonly uid: string;
  readonly farmId: string;
  isOn: boolean;
  /** On because its own sensor asks for it, which it last did at this time; undefined: it did not. */
  isByFallback: boolean;
  wantedMs: number | undefined;
  /** When its sensor asked last, if its fallback stayed off, by what the board has heard. */
  deniedMs: number | undefined;
  /** Since when, in Unix milliseconds. */
  changedMs: number;
  /** When the newest answer that the board heard was asked for. */
  askedMs: number;
  /** How long it has been on, in all and at a time, until it was last switched off. */
  onMs: number;
  longestOnMs: number;
}

export function board(plan: BoardPlan): Actor {
  return (simulation) => {
    const { world, backend, ledger, keyOf, climate, faults } = simulation;
    const { uid } = plan;
    const random = world.random.fork(uid);
    const radio = random.fork("radio");
    let bootedMs = world.now();
    let [loss, lostUntilMs]: ["silent" | "deaf", number] = ["silent", 0];
    const uptime = (): number => world.now() - bootedMs;
    const outputs = plan.outputs.map((output) => new Output(simulation, plan, output, uptime));

    const isLost = (kind: typeof loss): boolean =>
      loss === kind && world.now() < lostUntilMs && faults().boardLostEveryMs !== Infinity;
    const lose = (): void => {
      loss = radio.pick(["silent", "deaf"] as const);
      lostUntilMs = world.now() + radio.between(0, LONGEST_LOSS_MS);
      world.note(uid, `is ${loss} until ${new Date(lostUntilMs).toISOString()}`);
    };

    const ask = async (): Promise<void> => {
      if (isLost("silent")) return;
      const boot = bootedMs;
      const sentAt = uptime();
      const sentMs = world.now();
      const measured = climate.measure(uid);
      const reading = ledger.take(uid, "hmac", true);
      const key = keyOf.get(uid) ?? "";
      const reports = outputs.map(({ name, state }) => [name, report(state, sentAt)]);
      const text = JSON.stringify({
        uid,
        timestamp: Math.floor(world.now()),
        ...measured,
        light: reading.id,
        outputs: Object.fromEntries(reports) as object,
      });
      ledger.sending([reading], key);
      const headers = { "x-signature": signBody(key, text) };
      const answer = await backend.post("sensorData", { headers, body: text }, TIMEOUT_MS);
      if (answer === undefined || boot !== bootedMs) return;
      ledger.settle([reading], answer);
      const heard = fieldOf(answer.body, "outputs");
      if (heard === undefined || isLost("deaf")) return;
      for (const output of outputs) output.hear(fieldOf(heard, output.name), sentAt, sentMs);
    };
    const cutPower = (): void => {
      world.note(uid, "loses its power");
      bootedMs = world.now();
      for (const output of outputs) output.restart();
    };
    const readSensor = (): void => {
      const temperature = random.chance(0.1) ? undefined : climate.measure(uid)?.["temperature"];
      for (const output of outputs) {
        if (plan.fallbacks?.includes(output.name) === true) output.fallBack(temperature);
      }
    };
    if (plan.fallbacks !== undefined && random.chance(0.5)) {
      world.repeat(random, () => MINUTE_MS, readSensor, 0);
    }
    const asksEveryMs = plan.asksEveryMs ?? random.pick(ASKS_EVERY_MS);
    world.repeat(
      random,
      () => asksEveryMs,
      () => void ask(),
      0.9,
    );
    world.repeat(random, () => faults().powerCutEveryMs, cutPower);
    world.repeat(radio, () => faults().boardLostEveryMs, lose);
  };
}

class Output {
  readonly name: string;
  state: Board = start();
  readonly #pin: Pin;
  #kept: Kept | undefined;
  #stopTimer = (): void => undefined;

  constructor(
    private readonly simulation: Pick<Simulation, "world" | "pins">,
    { uid, farmId }: BoardPlan,
    output: OutputPlan,
    private readonly uptime: () => number,
  ) {
    this.name = output.name;
    this.#pin = {
      ...output,
      uid,
      farmId,
      isOn: false,
      isByFallback: false,
      wantedMs: undefined,
      deniedMs: undefined,
      changedMs: 0,
      askedMs: -Infinity,
      onMs: 0,
      longestOnMs: 0,
    };
    simulation.pins.push(this.#pin);
  }

  hear(answer: unknown, sentAt: number, sentMs: number): void {
    // The board ignores an answer if another one arrived after its request was sent.
    if (sentAt >= this.state.heardAt) this.#pin.askedMs = sentMs;
    const ordered = answer as OutputAnswer | undefined;
    this.#become(take(this.state, ordered, sentAt, this.uptime(), this.#keep));
  }

  /** @param temperature undefined if the sensor has failed */
  fallBack(temperature: number | undefined): void {
    const pin = this.#pin;
    const bound = pin.isByFallback ? OFF_FROM : ON_BELOW;
    const value = temperature === undefined ? undefined : Number(temperature < bound);
    pin.wantedMs = value === 1 ? this.simulation.world.now() : undefined;
    this.#become(fallBack(this.state, value, this.uptime(), this.#keep));
    const { state } = this;
    const isDenied = state.value === 0 && ["order", "lease"].includes(state.reason);
    pin.deniedMs = isDenied ? pin.wantedMs : undefined;
  }

  restart(): void {
    this.#become({ ...start(this.#kept), value: 0 });
  }

  readonly #keep = (value: Kept): boolean => {
    this.#kept = value;
    return true;
  };

  #become(next: Board): void {
    const { world } = this.simulation;
    const pin = this.#pin;
    this.state = next;
    this.#stopTimer();
    const isOn = next.value > 0;
    pin.isByFallback = next.reason === "fallback";
    if (isOn !== pin.isOn) {
      const wasOnMs = pin.isOn ? world.now() - pin.changedMs : 0;
      pin.onMs += wasOnMs;
      pin.longestOnMs = Math.max(pin.longestOnMs, wasOnMs);
      pin.isOn = isOn;
      pin.changedMs = world.now();
      world.note(pin.uid, `${this.name} ${isOn ? "on" : "off"} (${next.reason})`);
    }
    if (!isOn) return;
    this.#stopTimer = world.after(next.endsAt - this.uptime(), () =>
      this.#become(advance(this.state, this.uptime(), this.#keep)),
    );
  }
}
