/** `farm sensor calibrate|exclude|corrections|undo`: how the readings of a sensor are corrected. */

import { Argument, InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { isInForce } from "@greenhouse/domain/quantities/corrections";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Point } from "@greenhouse/domain/quantities/calibrating";
import { failed } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import type { OpenSession } from "../../core/session";
import { formatTable } from "../../core/text";
import { formatMinute, TIME_FORMS } from "../../core/time";
import {
  correctionJson,
  effectOf,
  findByName,
  isExclusion,
  nameOf,
} from "../../corrections/correction-text";
import type { Correction } from "../../corrections/correction-text";
import { undoCorrections } from "../../corrections/store-exclusions";
import { readSensorCorrections } from "../../corrections/stored-corrections";
import { nameAll, requireFarm, requireSensor } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";
import { finiteNumber, several } from "../command";
import type { Runner } from "../command";
import { calibrateSensor } from "./calibrate-sensor";
import { excludeReadings } from "./exclude-readings";

const UID = "<uid>";

export function addCorrectionCommands(sensor: Command, { opened }: Runner): void {
  sensor
    .command("calibrate")
    .description("correct the readings of a quantity from a time on; history keeps what was sent")
    .argument(UID)
    .addArgument(new Argument("<quantity>").choices(MEASUREMENTS))
    .option("--by <number>", "it shows this much too much; negative: too little", finiteNumber)
    .option("--points <pairs>", "what it sent = what is true, twice: 4.2=4.0,9.1=10", twoPoints)
    .option("--dry <number>", "what a soil probe sent in dry air: 0 %", finiteNumber)
    .option("--wet <number>", "what a soil probe sent in water: 100 %", finiteNumber)
    .option("--from <time>", `since when: ${TIME_FORMS}`, "now")
    .option("--note <text>", "how you know, up to 100 characters")
    .action(opened(calibrateSensor));
  sensor
    .command("exclude")
    .description("let the readings of a span not count; history keeps them")
    .argument(UID)
    .requiredOption("--from <time>", `the start, included: ${TIME_FORMS}`)
    .requiredOption("--until <time>", "the end, not included")
    .option("--quantity <name>", "only this quantity; may be given several times", several)
    .option("--note <text>", "why, up to 100 characters")
    .action(opened(excludeReadings));
  sensor
    .command("corrections")
    .description("list a sensor's calibrations and exclusions, the newest first")
    .argument(UID)
    .action(opened(listCorrections));
  sensor
    .command("undo")
    .description("undo a calibration or an exclusion")
    .argument(UID)
    .argument("<name>", "as `sensor corrections` lists it: temperature/a0")
    .action(opened(undoCorrection));
}

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)`;
const POINTS = new RegExp(`^(${NUMBER})=(${NUMBER}),(${NUMBER})=(${NUMBER})$`);

function twoPoints(text: string): readonly [Point, Point] {
  const numbers = POINTS.exec(text.replaceAll(" ", ""))?.slice(1).map(Number);
  if (numbers === undefined) {
    throw new InvalidArgumentError(
      "It must be two pairs of what was sent and what is true, such as 4.2=4.0,9.1=10.",
    );
  }
  const [sent1 = NaN, real1 = NaN, sent2 = NaN, real2 = NaN] = numbers;
  return [
    { sent: sent1, real: real1 },
    { sent: sent2, real: real2 },
  ];
}

async function readAll({ database }: OpenSession, sensor: Sensor): Promise<readonly Correction[]> {
  const { calibrations, exclusions } = await readSensorCorrections(database, sensor);
  return [...calibrations, ...exclusions].toSorted((a, b) => b.at - a.at);
}

async function listCorrections(session: OpenSession, uid: string): Promise<void> {
  const sensor = await requireSensor(session.database, uid);
  const changes = await readAll(session, sensor);
  const farm = await requireFarm(session.database, sensor.farmId);
  const people = changes.map(({ by }) => by);
  const personOf = await nameAll(session, farm, people);
  session.out.result(
    changes.map(correctionJson),
    formatTable(
      ["name", "effect", "from", "until", "by", "note"],
      changes.map((change) => [
        nameOf(change),
        effectOf(change),
        formatMinute(change.from),
        isExclusion(change) ? formatMinute(change.until) : "",
        personOf(change.by),
        change.note ?? "",
      ]),
      `${uid} has no calibrations and no exclusions: its readings count as they were sent.`,
    ),
  );
}

async function undoCorrection(session: OpenSession, uid: string, name: string): Promise<void> {
  const sensor = await requireSensor(session.database, uid);
  const change = requireCorrection(uid, await readAll(session, sensor), name);
  const farm = await requireFarm(session.database, sensor.farmId);
  await undoCorrections(session, farm, [{ uid, change }]);
  session.out.result(
    { uid, name: nameOf(change), undone: true },
    `Undone: ${effectOf(change)}. ${isExclusion(change) ? "The readings count again." : "The calibration before it applies again, or the readings as they were sent."}`,
  );
}

/** @throws CommandError (failed) if it is not one correction in force */
function requireCorrection(uid: string, changes: readonly Correction[], name: string): Correction {
  const found = findByName(changes, name);
  const [change] = found;
  if (found.length > 1) {
    throw failed(`${name} may be ${found.map(nameOf).join(" or ")}.`, "Give the whole name.");
  }
  if (change === undefined) {
    throw failed(
      `${uid} has no correction ${name}.`,
      `All: ${farmCommand("sensor corrections", [uid])}`,
    );
  }
  if (isInForce(change)) return change;
  throw failed(`${nameOf(change)} of ${uid} is undone already.`);
}
