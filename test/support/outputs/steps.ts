/**
 * Steps that the cases of test/e2e/faults/outputs.test.ts share: expected changes of a pin, noted
 * with their times.
 */

import { SECOND_MS } from "@greenhouse/domain/time";
import { MARGIN_MS } from "../faults/length";
import { inSeconds, LEASE_SECONDS } from "./scene";
import type { Scene } from "./scene";

export const LEASE_MS = LEASE_SECONDS * SECOND_MS;
/**
 * Time until a board has asked (every 5 s) and got its answer, including the functions emulator's
 * time.
 */
export const ASK_MS = 10 * SECOND_MS;
/** An attempt that hangs, and the longest pause before the next attempt. */
export const RETRY_MS = 75 * SECOND_MS;

/** Orders, and waits until the output is on and everybody knows it. @returns when it was on */
export async function switchOn(scene: Scene, forSeconds: number): Promise<number> {
  const { orderedAt } = await scene.order(forSeconds);
  const onAt = await scene.board.pinAt(1, orderedAt, ASK_MS + MARGIN_MS);
  await scene.untilTold("applied", ASK_MS + MARGIN_MS);
  return onAt;
}

/** Expects that the output follows an order: on soon, off at its end. */
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

/**
 * Expects that the output goes off by its lease after the event, as the board counts it. @returns
 * when it went off
 */
export async function expectLease(scene: Scene): Promise<number> {
  const { board, eventAt } = scene;
  const offAt = await board.pinAt(0, eventAt, LEASE_MS + MARGIN_MS + SECOND_MS);
  const heldMs = offAt - board.lastAskedAt;
  const isInTime = Math.abs(heldMs - LEASE_MS) <= MARGIN_MS;
  const since = `${inSeconds(heldMs)} after its last answered request`;
  scene.note(`off ${scene.since(offAt)}, ${since}`, isInTime);
  return offAt;
}

/** Expects that the output stayed off until that moment, and is on again soon. */
export async function expectOnAgain(scene: Scene, offAt: number, backAt: number): Promise<void> {
  const { board } = scene;
  if (board.onMs(offAt, backAt) > 0) scene.note("on meanwhile", false);
  const onAt = await board.pinAt(1, backAt, RETRY_MS + MARGIN_MS);
  scene.note(`on again ${scene.since(onAt)}, ${inSeconds(onAt - backAt)} after it was back`);
  await scene.untilTold("applied", ASK_MS + MARGIN_MS);
}
