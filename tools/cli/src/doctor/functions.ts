/**
 * Checks whether the functions answer, whether their secret is set, and whether the clocks agree.
 */

import { MAX_TIME_DIFFERENCE_MS } from "@greenhouse/domain/reading-limits";
import { send } from "../readings/reading";
import type { Answer } from "../readings/reading";
import { NOWHERE } from "./probe-id";
import { bad, mayBe, ok, quote, sentence, skip, UNAVAILABLE_REMEDY, warn } from "./check";
import type { DoctorResult } from "./check";

const NOTICEABLE_MS = 5000;

/** Names of the functions in the order of their checks. */
export const FUNCTIONS = ["sensorData", "reportIp"] as const;

export interface Reached {
  readonly result: DoctorResult;
  readonly answer: Answer | undefined;
}

/** @param start how to start or deploy the functions */
export async function checkFunction(base: string, name: string, start: string): Promise<Reached> {
  const url = `${base}/${name}`;
  const sending = await send(url, undefined, { method: "GET" });
  if (sending.outcome === "unanswered") {
    const result = bad(name, sentence(`${url} gave no answer: ${sending.reason}`), start);
    return { result, answer: undefined };
  }
  const { answer } = sending;
  if (mayBe(answer, "method-not-allowed")) {
    return { result: ok(name, url), answer };
  }
  return {
    result: bad(name, sentence(`${url} answered ${quote(answer)}`), remedyOf(answer, start)),
    answer,
  };
}

function remedyOf({ status }: Answer, start: string): string {
  switch (status) {
    case 401:
    case 403:
      return "The function must allow public calls: give allUsers the role Cloud Run Invoker for it.";
    case 404:
      return `The function is not deployed at this address: check the region. ${start}`;
    default:
      return "Another server answers at this address, or the function's log has the reason.";
  }
}

/**
 * Sends a reading of an unknown sensor. With a wrong key the functions refuse the key, with the
 * right key the sensor.
 */
export async function checkSecret(
  base: string,
  sensorKey: string | undefined,
): Promise<DoctorResult> {
  const name = "sensor key";
  const wrong = await ask(base, `${NOWHERE}-key`);
  if (wrong === undefined) return skip(name, "sensorData gave no answer.");
  // If the whole body has to be signed, the functions miss the timestamp first.
  if (wrong.status === 404 || mayBe(wrong, "missing-field"))
    return skip(name, "Only signed readings are accepted here.");
  if (wrong.status !== 403) {
    return bad(name, sentence(`A wrong key was answered ${quote(wrong)}`), unexpectedRemedy(wrong));
  }
  if (sensorKey === undefined) {
    return skip(name, "A wrong key is refused.", "Use --sensor-key to try the right key.");
  }
  const right = await ask(base, sensorKey);
  if (right?.status === 404) return ok(name, "The key is accepted, and a wrong key is refused.");
  if (right?.status === 403) {
    return bad(
      name,
      "The functions have a different key.",
      "Use --sensor-key with the functions' key: npx firebase functions:secrets:access SENSOR_API_KEY shows it (emulators: functions/.secret.local). Or set this key and deploy again: npx firebase functions:secrets:set SENSOR_API_KEY",
    );
  }
  return bad(
    name,
    sentence(`It was answered ${right === undefined ? "not at all" : quote(right)}`),
    unexpectedRemedy(right),
  );
}

/** The functions check the key before they ask the database. */
function unexpectedRemedy(answer: Answer | undefined): string {
  return answer?.status === 503 ? UNAVAILABLE_REMEDY : "See the function's log.";
}

async function ask(base: string, apiKey: string): Promise<Answer | undefined> {
  const sending = await send(`${base}/sensorData`, { uid: NOWHERE, apiKey });
  return sending.outcome === "answered" ? sending.answer : undefined;
}

/**
 * @param nowMs this machine's clock when the answer came, Unix milliseconds
 * @param databaseOffsetMs how far the database's clock is ahead of this machine's
 */
export function checkClock(
  answer: Answer | undefined,
  nowMs: number,
  databaseOffsetMs: number | undefined,
): DoctorResult {
  const name = "clock";
  if (answer?.dateMs === undefined) return skip(name, "The functions did not send their time.");
  // The header counts whole seconds.
  const functionsMs = answer.dateMs + 500 - nowMs;
  const databaseMs = databaseOffsetMs ?? 0;
  const worst = Math.abs(functionsMs) > Math.abs(databaseMs) ? functionsMs : databaseMs;
  const difference = `${Math.abs(worst / 1000).toFixed(1)} s`;
  const direction = worst > 0 ? "behind" : "ahead of";
  if (Math.abs(worst) < NOTICEABLE_MS)
    return ok(name, `This machine's clock is right to a few seconds.`);
  const detail = `This machine's clock is ${difference} ${direction} the deployment's.`;
  const remedy =
    "Synchronize the clocks of this machine and of the devices with a time server (NTP).";
  return Math.abs(worst) < MAX_TIME_DIFFERENCE_MS
    ? warn(name, `${detail} Signed readings are accepted up to 5 minutes.`, remedy)
    : bad(name, `${detail} Signed readings from here are refused.`, remedy);
}
