/** `farm reading send`: one reading, as a device sends it. */

import { Option } from "commander";
import type { Command } from "commander";
import { MEASUREMENTS } from "../../../domain/src/measurements";
import type { Measurements } from "../../../domain/src/measurements";
import { CommandError, EXIT, misused, unreachable } from "../failure";
import { requireFarm, requireKeys, requireSensor } from "../farms";
import { keyedBody, send, signedBody, VARIANTS } from "../reading";
import type { Variant } from "../reading";
import type { OpenSession, Session } from "../session";
import { firstKey } from "../environment";
import { finiteNumber } from "./command";
import type { Runner } from "./command";

const UNITS = { temperature: "°C", humidity: "percent", light: "lux", battery: "percent" } as const;

export const SENSOR_KEY_OPTION =
  "the deployment's key of the key-in-body variant (SENSOR_API_KEY, or functions/.secret.local for the emulators)";

export function addSendCommand(program: Command, { opened }: Runner): void {
  const reading = program.command("reading").description("single readings");
  const command = reading
    .command("send")
    .description("send a reading as a device would, and show the answer")
    .argument("<uid>")
    .addOption(new Option("--variant <variant>").choices(VARIANTS).default("signed"))
    .option("--sensor-key <key>", SENSOR_KEY_OPTION)
    .option(
      "--timestamp <text>",
      "sent exactly so (signed variant); this machine's time, unless given",
    )
    .option("--idempotency-key <text>", "makes a retry safe (signed variant)");
  for (const name of MEASUREMENTS) {
    command.option(`--${name} <number>`, UNITS[name], finiteNumber);
  }
  command.action(opened(sendReading));
}

type SendReadingOptions = Measurements & {
  readonly variant: Variant;
  readonly sensorKey?: string;
  readonly timestamp?: string;
  readonly idempotencyKey?: string;
};

async function sendReading(
  session: OpenSession,
  uid: string,
  options: SendReadingOptions,
): Promise<void> {
  const {
    variant,
    sensorKey,
    idempotencyKey,
    timestamp = String(session.now()),
    ...measurements
  } = options;
  if (MEASUREMENTS.every((name) => measurements[name] === undefined)) {
    throw misused(
      "A reading needs a measurement.",
      `Give it at least one of ${MEASUREMENTS.map((name) => `--${name}`).join(", ")}.`,
    );
  }
  if (variant === "key-in-body" && measurements.battery !== undefined) {
    throw misused("The key-in-body variant knows no battery.", "Send it signed, or without.");
  }
  const body =
    variant === "signed"
      ? signedBody(uid, await farmKeyOf(session, uid), timestamp, measurements)
      : keyedBody(uid, requireSensorKey(session, sensorKey), measurements);
  const url = `${session.target.functionsUrl}/sensorData`;
  const headers = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
  const sending = await send(url, body, { headers });
  if (sending.outcome === "unanswered") {
    throw unreachable(
      `${url} gave no answer: ${sending.reason}.`,
      session.target.kind === "emulators"
        ? "Start it with `npm start`."
        : "Check --region and --functions-url; `farm doctor` looks at everything.",
    );
  }
  const { status, body: answer } = sending.answer;
  session.out.result({ status, answer }, `${status} ${JSON.stringify(answer, null, 2)}`);
  if (status !== 200) {
    throw new CommandError(
      EXIT.failed,
      `The reading was refused with ${status}.`,
      status === 503 || status === 500
        ? "`farm doctor` says what is wrong with the deployment."
        : undefined,
    );
  }
}

async function farmKeyOf({ database }: OpenSession, uid: string): Promise<string> {
  const { farmId } = await requireSensor(database, uid);
  return requireKeys(await requireFarm(database, farmId)).key;
}

/** The key of the key-in-body variant, where it is known. */
export function findSensorKey(
  { env, environment, target }: Session,
  given: string | undefined,
): string | undefined {
  if (given !== undefined) return given;
  const fromEnvironment = firstKey(env["SENSOR_API_KEY"] ?? "");
  if (fromEnvironment !== undefined) return fromEnvironment;
  return target.kind === "emulators" ? environment.emulatedSensorKey : undefined;
}

/** @throws CommandError (usage) where it is not known */
export function requireSensorKey(session: Session, given: string | undefined): string {
  const key = findSensorKey(session, given);
  if (key !== undefined) return key;
  throw misused(
    "The key of the key-in-body variant is not known.",
    "Give it with --sensor-key, or better in the variable SENSOR_API_KEY.",
  );
}
