/**
 * `farm reading send`: sends one reading as a device does, a past reading, or the readings of a
 * file.
 */

import { Option } from "commander";
import type { Command } from "commander";
import { isAmbient, MEASUREMENTS, QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Measurements } from "@greenhouse/domain/quantities/measurements";
import { MAX_READING_AGE_DAYS } from "@greenhouse/domain/reading-limits";
import { fieldOf } from "@greenhouse/domain/stored";
import { CommandError, EXIT, failed, misused, unreachable } from "../../core/failure";
import { requireSensor } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";
import { requireTime } from "../../core/period";
import { readingRequest, withSignature, send, VARIANTS } from "../../readings/reading";
import type { SignedText, Variant } from "../../readings/reading";
import { keyInForce } from "../../farm/own-key";
import type { OpenSession, Session } from "../../core/session";
import { TIME_FORMS } from "../../core/time";
import { finiteNumber } from "../command";
import type { Runner } from "../command";
import { loadReadings } from "../readings/load-readings";

export const SENSOR_KEY_OPTION =
  "the deployment's key of the key-in-body variant (SENSOR_API_KEY, or functions/.secret.local for the emulators)";

/** @param readings gets the same command, as `farm readings send` */
export function addSendCommands(program: Command, readings: Command, runner: Runner): void {
  const reading = program.command("reading").description("single readings");
  addSendCommand(reading, runner);
  addSendCommand(readings, runner);
}

function addSendCommand(parent: Command, { opened }: Runner): void {
  const command = parent
    .command("send")
    .description(
      "send a reading as a device does and show the answer, or send the readings of a file",
    )
    .argument("<uid>")
    .addOption(
      new Option(
        "--variant <variant>",
        "signature in the body (signed, the default), over the whole body (hmac), or the key in the body (key-in-body)",
      ).choices(VARIANTS),
    )
    .option("--sensor-key <key>", SENSOR_KEY_OPTION)
    .option(
      "--timestamp <text>",
      "sent and signed unchanged (variants signed and hmac); the time of this machine if omitted",
    )
    .option("--idempotency-key <text>", "makes a retry safe (signed variant)")
    .option(
      "--at <time>",
      `a time within the last ${MAX_READING_AGE_DAYS} days, sent as a batch of one: ${TIME_FORMS}`,
    )
    .option(
      "--file <file>",
      `CSV or newline-delimited JSON: all its readings of the last ${MAX_READING_AGE_DAYS} days`,
    );
  for (const name of MEASUREMENTS) {
    command.option(`${optionOf(name)} <number>`, QUANTITY[name].unit, finiteNumber);
  }
  command.action(opened(sendReadings));
}

/** Such as `--soil-moisture`. */
function optionOf(name: Measurement): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

interface HowToSend {
  readonly variant?: Variant;
  readonly sensorKey?: string;
  readonly timestamp?: string;
  readonly idempotencyKey?: string;
  readonly at?: string;
}

type SendOptions = Measurements & HowToSend & { readonly file?: string };

async function sendReadings(
  session: OpenSession,
  uid: string,
  { file, ...options }: SendOptions,
): Promise<void> {
  if (file === undefined) return sendReading(session, uid, options);
  if (Object.keys(options).length > 0) {
    throw misused(
      "--file cannot be combined with other options of a reading.",
      "The file has the measurements and their times, and its readings are signed as a batch (hmac).",
    );
  }
  const { farmId } = await requireSensor(session.database, uid);
  return loadReadings(session, { file, id: { uid }, farmId });
}

async function sendReading(
  session: OpenSession,
  uid: string,
  options: Measurements & HowToSend,
): Promise<void> {
  const { variant, sensorKey, timestamp, idempotencyKey, at, ...measurements } = options;
  if (MEASUREMENTS.every((name) => measurements[name] === undefined)) {
    throw misused(
      "A reading needs at least one measurement.",
      `Add ${MEASUREMENTS.map(optionOf).join(", ")}.`,
    );
  }
  const unknown = MEASUREMENTS.find((name) => measurements[name] !== undefined && !isAmbient(name));
  if (variant === "key-in-body" && unknown !== undefined) {
    throw misused(`The key-in-body variant has no ${unknown}.`, "Use the variant signed or hmac.");
  }
  if (at !== undefined && (((variant ?? "hmac") !== "hmac" || timestamp) ?? idempotencyKey)) {
    throw misused(
      "--at sends a batch (hmac). It cannot be combined with another variant, --timestamp or --idempotency-key.",
    );
  }
  const nowMs = session.now();
  const atMs = at === undefined ? undefined : requireTime("--at", at, nowMs);
  const find = (): Promise<Sensor> => requireSensor(session.database, uid);
  let request: SignedText;
  if (atMs !== undefined) {
    request = withSignature(await keyInForce(session.database, await find()), {
      uid,
      timestamp: nowMs,
      readings: [{ timestamp: atMs, ...measurements }],
    });
  } else {
    const key =
      variant === "key-in-body"
        ? requireSensorKey(session, sensorKey)
        : await keyInForce(session.database, await find());
    const reading = { uid, timestamp: timestamp ?? String(nowMs), measurements };
    request = readingRequest(variant ?? "signed", key, reading);
  }
  await post(session, request, idempotencyKey);
}

/** Posts one request, shows the answer, and throws if nothing is stored. */
async function post(
  session: OpenSession,
  { body, headers }: SignedText,
  idempotencyKey: string | undefined,
): Promise<void> {
  const url = `${session.target.functionsUrl}/sensorData`;
  const more = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
  const sending = await send(url, body, { headers: { ...headers, ...more } });
  if (sending.outcome === "unanswered") {
    throw unreachable(
      `${url} gave no answer: ${sending.reason}.`,
      session.target.kind === "emulators"
        ? "Start it with `npm start`."
        : "Check --region and --functions-url; `farm doctor` checks everything.",
    );
  }
  const { status, body: answer } = sending.answer;
  session.out.result({ status, answer }, `${status} ${JSON.stringify(answer, null, 2)}`);
  if (status !== 200) {
    throw new CommandError(
      EXIT.failed,
      `The reading was refused with ${status}.`,
      status === 503 || status === 500 ? "`farm doctor` checks the deployment." : undefined,
    );
  }
  if (fieldOf(answer, "stored") === 0) throw failed("The reading was refused.");
}

/** Returns the key of the key-in-body variant; undefined if it is not known. */
export function findSensorKey(
  { environment, target }: Session,
  given: string | undefined,
): string | undefined {
  if (given !== undefined) return given;
  const { sensorKey, emulatedSensorKey } = environment;
  return sensorKey ?? (target.kind === "emulators" ? emulatedSensorKey : undefined);
}

/** @throws CommandError (usage) if the key is not known */
export function requireSensorKey(session: Session, given: string | undefined): string {
  const key = findSensorKey(session, given);
  if (key !== undefined) return key;
  throw misused(
    "The key of the key-in-body variant is not known.",
    "Give it with --sensor-key or, better, in the environment variable SENSOR_API_KEY.",
  );
}
