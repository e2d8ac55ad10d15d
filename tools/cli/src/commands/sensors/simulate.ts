/**
 * `farm simulate`: lets devices send readings for a while, then compares the stored readings with
 * the sent readings.
 */

import { Option } from "commander";
import type { Command } from "commander";
import { MAX_OUTPUTS } from "@greenhouse/domain/outputs/limits";
import { CommandError, EXIT, failed, misused } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import type { OpenSession } from "../../core/session";
import { count } from "../../core/text";
import { requireFarm, requireKeys, selectGreenhouses } from "../../farm/stored-farms";
import { VARIANTS } from "../../readings/reading";
import type { Variant } from "../../readings/reading";
import { countStored, outputNames, planFleet } from "../../simulation/fleet";
import type { Device } from "../../simulation/fleet";
import { countTurns } from "../../simulation/schedule";
import {
  briefly,
  createTally,
  isConsistent,
  sum,
  tallyJson,
  tallyText,
} from "../../simulation/tally";
import type { Tally } from "../../simulation/tally";
import { uidStart, withFleet } from "../../simulation/temporary-fleet";
import { runWatched } from "../../simulation/watched-run";
import type { Runner } from "../command";
import { seconds, several, wholeNumber } from "../command";
import { findSensorKey, requireSensorKey, SENSOR_KEY_OPTION } from "./send";

/** The variants that `both` means. */
const BOTH: readonly Variant[] = ["signed", "key-in-body"];

const MAX_DEVICES = 1000;
const DURATION_SECONDS = { min: 1, max: 3_600 } as const;

/** The functions emulator starts a process for every request in flight. */
const CONCURRENCY = { emulators: 4, project: 32 } as const;

/** How far the server's clock may differ from this one. */
const CLOCK_SLACK_MS = 300_000;

export function addSimulateCommand(program: Command, { opened }: Runner): void {
  program
    .command("simulate")
    .description(
      "let simulated devices send readings, and compare what was sent with what is stored",
    )
    .argument("<farmId>")
    .option("--devices <count>", "number of devices", wholeNumber(1, MAX_DEVICES), 10)
    .addOption(
      new Option("--for <duration>", "how long, such as 30s or 2m; at most 1h")
        .argParser(seconds(DURATION_SECONDS))
        .default(60, "1m"),
    )
    .addOption(
      new Option("--every <duration>", "interval of each device")
        .argParser(seconds(DURATION_SECONDS))
        .default(10, "10s"),
    )
    .addOption(
      new Option("--variant <variant>", "both if omitted and the sensor key is known").choices([
        ...VARIANTS,
        "both",
      ]),
    )
    .option("--sensor-key <key>", SENSOR_KEY_OPTION)
    .option(
      "--outputs <count>",
      "outputs of each device, which `farm output on` can switch meanwhile (variant hmac)",
      wholeNumber(0, MAX_OUTPUTS),
      0,
    )
    .option(
      "--greenhouse <greenhouseId>",
      "only in this greenhouse; may be given several times",
      several,
    )
    .option("--concurrency <count>", "number of simultaneous requests", wholeNumber(1, 200))
    .option("--keep", "leave the simulated sensors registered, and their outputs defined")
    .action(opened(simulate));
}

interface SimulateOptions {
  readonly devices: number;
  /** In seconds. */
  readonly for: number;
  /** In seconds. */
  readonly every: number;
  readonly variant?: Variant | "both";
  readonly sensorKey?: string;
  readonly outputs: number;
  readonly greenhouse?: readonly string[];
  readonly concurrency?: number;
  readonly keep?: true;
}

async function simulate(
  session: OpenSession,
  farmId: string,
  options: SimulateOptions,
): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const variants = chooseVariants(session, options);
  const greenhouses = await selectGreenhouses(session.database, farmId, options.greenhouse);
  const fleet = planFleet(
    { farm, devices: options.devices, greenhouses, variants },
    session.randomBytes(4).toString("hex"),
    session.random,
  );
  const [everyMs, forMs] = [options.every * 1_000, options.for * 1_000];
  const schedule = { devices: options.devices, everyMs, forMs };
  session.out.note(
    `${count(fleet.length, "device")} (${variants.join(" and ")}) in ${greenhouses.join(", ")} send ${count(countTurns(schedule), "reading")}. Press Ctrl-C to end.`,
  );
  noteOrdering(session, farmId, fleet, outputNames(options.outputs));
  const farmKey = requireKeys(farm).key;
  const stopping = session.takeOverInterrupt();
  const fromMs = session.now() - CLOCK_SLACK_MS;
  const tally = createTally(options.outputs > 0);
  const plan = {
    fleet,
    schedule,
    stopping,
    farmKey,
    sensorKey: findSensorKey(session, options.sensorKey),
    concurrency: options.concurrency ?? CONCURRENCY[session.target.kind],
  };
  await withFleet(session, farm, fleet, options, () =>
    runWatched(session, tally, plan, outputNames(options.outputs)),
  ).catch((error: unknown) => {
    if (tally.sent > 0) session.out.note(`${briefly(tally)}.`);
    throw error;
  });
  const toMs = session.now() + CLOCK_SLACK_MS;
  const stored = await countStored(session, fleet, { fromMs, toMs });
  session.out.result(
    { farmId, devices: fleet.length, ...tallyJson(tally), stored },
    tallyText(tally, stored),
  );
  checkResult(tally, stored, stopping, fleet);
}

/** Says how to order outputs during the run. */
function noteOrdering(
  { out }: OpenSession,
  farmId: string,
  [device]: readonly Device[],
  [output]: readonly string[],
): void {
  if (device === undefined || output === undefined) return;
  const switchOn = farmCommand("output on", [device.uid, output], { options: "--for 1m" });
  out.note(
    `Switch an output, for example ${switchOn}; ${farmCommand("output list", [farmId])} lists them.`,
  );
}

/** @throws CommandError if readings were refused, not confirmed or not stored */
function checkResult(
  tally: Tally,
  stored: number,
  stopping: AbortSignal,
  fleet: readonly Device[],
): void {
  if (!isConsistent(tally, stored)) {
    throw failed(
      `${tally.accepted} were accepted, but ${stored} are stored.`,
      `Look at the readings: their uids begin with ${uidStart(fleet)}.`,
    );
  }
  if (stopping.aborted) throw new CommandError(EXIT.interrupted, "Interrupted.");
  if (sum(tally.refused) + sum(tally.unconfirmed) > 0) {
    throw failed("Not every reading was accepted.", "`farm doctor` checks the deployment.");
  }
}

function chooseVariants(session: OpenSession, options: SimulateOptions): readonly Variant[] {
  const { variant, sensorKey, outputs } = options;
  if (outputs > 0) {
    if (variant === undefined || variant === "hmac") return ["hmac"];
    throw misused(
      `--outputs needs --variant hmac; it cannot be combined with ${variant}.`,
      "Only a request that is signed as a whole can report outputs; the key-in-body variant cannot.",
    );
  }
  if (variant === undefined) {
    if (findSensorKey(session, sensorKey) !== undefined) return BOTH;
    session.out.note("Only signed readings: the sensor key is not known (--sensor-key).");
    return ["signed"];
  }
  const variants = variant === "both" ? BOTH : [variant];
  if (variants.includes("key-in-body")) requireSensorKey(session, sensorKey);
  return variants;
}
