/**
 * A board with one output: the reference board, behind requests to the functions. It restarts at power cuts. Half of the
 * boards have a fallback: on below 4 °C, off from 6 °C.
 */

import { signBody } from "@greenhouse/domain/identity/signing";
import { fieldOf } from "@greenhouse/domain/stored";
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
import { MINUTE_MS } from "@greenhouse/domain/time";
import { OUTPUT, type FarmPlan } from "../farm";
import type { Actor } from "../simulation";

const TIMEOUT_MS = 15_000;
/** Some boards ask so often that answers overtake each other. */
const ASKS_EVERY_MS = [10_000, 30_000];
const ON_BELOW = 4;
const OFF_FROM = 6;

/** The state of a pin, for auditors. */
export interface Pin {
  readonly uid: string;
  readonly farmId: string;
  isOn: boolean;
  /** On because its own sensor asks for it, which it last did at this time; undefined: it did not. */
  isByFallback: boolean;
  wantedMs: number | undefined;
  /** Since when, in Unix milliseconds. */
  changedMs: number;
  /** When the newest answer that the board heard was asked for. */
  askedMs: number;
}

export const pins = new WeakMap<object, Pin[]>();

export function board(farm: FarmPlan): Actor {
  return (simulation) => {
    const { world, backend, ledger, keyOf, temperatureOf, faults } = simulation;
    const { uid } = farm.board;
    const random = world.random.fork(uid);
    const pin: Pin = {
      uid,
      farmId: farm.id,
      isOn: false,
      isByFallback: false,
      wantedMs: undefined,
      changedMs: 0,
      askedMs: -Infinity,
    };
    pins.set(simulation, [...(pins.get(simulation) ?? []), pin]);
    let bootedMs = world.now();
    let kept: Kept | undefined;
    let state: Board = start();
    let stopTimer = (): void => undefined;
    const uptime = (): number => world.now() - bootedMs;
    const keep = (value: Kept): boolean => {
      kept = value;
      return true;
    };
    const become = (next: Board): void => {
      state = next;
      stopTimer();
      const isOn = next.value > 0;
      pin.isByFallback = next.reason === "fallback";
      if (isOn !== pin.isOn) {
        pin.isOn = isOn;
        pin.changedMs = world.now();
        world.note(uid, `${OUTPUT} ${isOn ? "on" : "off"} (${next.reason})`);
      }
      if (!isOn) return;
      stopTimer = world.after(next.endsAt - uptime(), () => become(advance(state, uptime(), keep)));
    };

    const ask = async (): Promise<void> => {
      const boot = bootedMs;
      const sentAt = uptime();
      const sentMs = world.now();
      const reading = ledger.take(uid, "hmac", true);
      const key = keyOf.get(uid) ?? "";
      const text = JSON.stringify({
        uid,
        timestamp: Math.floor(world.now()),
        temperature: temperatureOf(uid),
        light: reading.id,
        outputs: { [OUTPUT]: report(state, sentAt) },
      });
      ledger.sending([reading], key);
      const headers = { "x-signature": signBody(key, text) };
      const answer = await backend.post("sensorData", { headers, body: text }, TIMEOUT_MS);
      if (answer === undefined || boot !== bootedMs) return;
      if (answer.status !== 200) {
        if (answer.status < 429) ledger.refuse([reading], answer.headers["error-code"] ?? "");
        return;
      }
      ledger.acknowledge([reading]);
      const outputs = fieldOf(answer.body, "outputs");
      if (outputs === undefined) return;
      // The board ignores an answer if another one arrived after its request was sent.
      if (sentAt >= state.heardAt) pin.askedMs = sentMs;
      become(
        take(state, fieldOf(outputs, OUTPUT) as OutputAnswer | undefined, sentAt, uptime(), keep),
      );
    };
    const cutPower = (): void => {
      if (faults().powerCutEveryMs === Infinity) return;
      world.note(uid, "loses its power");
      bootedMs = world.now();
      become({ ...start(kept), value: 0 });
    };
    const readSensor = (): void => {
      const hasFailed = random.chance(0.1);
      const bound = pin.isByFallback ? OFF_FROM : ON_BELOW;
      const value = Number(!hasFailed && temperatureOf(uid) < bound);
      pin.wantedMs = value > 0 ? world.now() : undefined;
      become(fallBack(state, hasFailed ? undefined : value, uptime(), keep));
    };
    if (random.chance(0.5)) world.every(() => MINUTE_MS, readSensor);
    const asksEveryMs = random.pick(ASKS_EVERY_MS);
    world.every(
      () => asksEveryMs * random.between(0.1, 1.9),
      () => void ask(),
    );
    world.every(() => faults().powerCutEveryMs * random.between(0.5, 1.5), cutPower);
  };
}
