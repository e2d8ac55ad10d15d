/** What the cases of test/e2e/faults/outputs.test.ts have in common: what must become of a pin, noted with when it did. */

import { SECOND_MS } from "@greenhouse/domain/time";
import { MARGIN_MS } from "../faults/length";
import { inSeconds, LEASE_SECONDS } from "./scene";
import type { Scene } from "./scene";

export const LEASE_MS = LEASE_SECONDS * SECOND_MS;
/** What passes until a board has asked (each 5 s) and has been answered, with the functions emulator's time for it. */
export const ASK_MS = 10 * SECOND_MS;
/** An attempt that hangs, and the longest pause before the next one. */
export const RETRY_MS = 75 * SECOND_MS;

/** Orders, waits until it is on and everybody knows it. @returns when it was on */
export async function switchOn(scene: Scene, forSeconds: number): Promise<number> {
  const { orderedAt } = await scene.order(forSeconds);
  const onAt = await scene.board.pinAt(1, orderedAt, ASK_MS + MARGIN_MS);
  await scene.untilTold("applied", ASK_MS + MARGIN_MS);
  return onAt;
}

/** From an order on: on soon, off at its end. */
export async function expectWhole(scene: Scene): Promise<void> {
  const { orderedAt, endsAt } = await scene.ordered();
  scene.eventAt = orderedAt;
  const onAt = await scene.board.pinAt(1, orderedAt, ASK_MS + MARGIN_MS);
  scene.note(`on ${scene.since(onAt)}`);
  await scene.untilTold("applied", ASK_MS + MARGIN_MS);
  const offAt = await scene.board.pinAt(0, onAt, endsAt - onAt + MARGIN_MS + SECOND_MS);
  const isInTime = Math.abs(offAt - endsAt) <= MARGIN_MS;
  scene.note(`off ${scene.since(offAt)} (its end: ${scene.since(endsAt)})`, isInTime);
  await scene.untilTold("over", ASK_MS + MARGIN_MS);
}

/** From the event on: off by its lease, as the board counts it. @returns when */
export async function expectLease(scene: Scene): Promise<number> {
  const { board, eventAt } = scene;
  const offAt = await board.pinAt(0, eventAt, LEASE_MS + MARGIN_MS + SECOND_MS);
  const heldMs = offAt - board.lastAskedAt;
  const isInTime = Math.abs(heldMs - LEASE_MS) <= MARGIN_MS;
  const since = `${inSeconds(heldMs)} after its last answered request`;
  scene.note(`off ${scene.since(offAt)}, ${since}`, isInTime);
  return offAt;
}

/** Since it went off it stayed off until that moment, and is on again soon. */
export async function expectOnAgain(scene: Scene, offAt: number, backAt: number): Promise<void> {
  const { board } = scene;
  if (board.onMs(offAt, backAt) > 0) scene.note("on meanwhile", false);
  const onAt = await board.pinAt(1, backAt, RETRY_MS + MARGIN_MS);
  scene.note(`on again ${scene.since(onAt)}, ${inSeconds(onAt - backAt)} after it was back`);
  await scene.untilTold("applied", ASK_MS + MARGIN_MS);
}
