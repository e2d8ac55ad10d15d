/** `farm sensor calibrate`: corrects the readings of a quantity from a time on. History keeps them as they were sent. */

import {
  fromDifference,
  fromDryAndWet,
  fromPoints,
} from "@greenhouse/domain/quantities/calibrating";
import type { Point, Scaling } from "@greenhouse/domain/quantities/calibrating";
import { calibrated, calibrationAt, isInForce } from "@greenhouse/domain/quantities/corrections";
import { calibrationsPath, isScaling } from "@greenhouse/domain/quantities/corrections-model";
import type { Calibration } from "@greenhouse/domain/quantities/corrections-model";
import { calibrationUpdate } from "@greenhouse/domain/quantities/correction-updates";
import { countedValue } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { Json } from "../../core/database";
import { misused } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { requireTime } from "../../core/period";
import { serverTime, sign, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatMinute } from "../../core/time";
import { problemOfName, refuseProblems } from "../../core/validation";
import { correctionJson, formulaOf, nameOf, valueText } from "../../corrections/correction-text";
import { readSensorCorrections, requireFreeKey } from "../../corrections/stored-corrections";
import { ownerOf, requireFarm, requireSensor } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";
import { readNewest } from "../../readings/newest-reading";

/** One of three ways: `by`, `points`, or `dry` and `wet`. */
interface Ways {
  readonly by?: number;
  readonly points?: readonly [Point, Point];
  readonly dry?: number;
  readonly wet?: number;
}

export interface CalibrateOptions extends Ways {
  readonly from: string;
  readonly note?: string;
}

export async function calibrateSensor(
  session: OpenSession,
  uid: string,
  quantity: Measurement,
  { from: typedFrom, note, ...ways }: CalibrateOptions,
): Promise<void> {
  const { database } = session;
  const chosen = chooseWay(quantity, ways);
  if (note !== undefined) refuseProblems(problemOfName("note", note));
  const nowMs = await serverTime(session);
  const from = requireTime("--from", typedFrom, nowMs);
  if (from > nowMs) throw misused("--from must not be in the future.");
  const sensor = await requireSensor(database, uid);
  const stored = await readSensorCorrections(database, sensor);
  const others = stored.calibrations.filter(isInForce);
  const scaling = chosen(calibrationAt(others, quantity, from));
  const list = await database.read(calibrationsPath(sensor.farmId, uid, quantity));
  const key = requireFreeKey(list, uid, `calibrations of ${quantity}`, nowMs);
  const owner = ownerOf(await requireFarm(database, sensor.farmId));
  const added = { quantity, from, ...scaling, note };
  const values = calibrationUpdate(sensor, key, added, sign(session, owner));
  await updateAs(session, owner, values as Record<string, Json>);
  const calibration: Calibration = { key, ...added, by: owner, at: nowMs };
  session.out.result(
    correctionJson(calibration),
    [
      `${quantity} of ${uid} = ${formulaOf(quantity, scaling)}, ${spanOf(calibration, others)}.`,
      ...(await describeNewest(session, sensor, calibration, nowMs)),
      `Undo: ${farmCommand("sensor undo", [uid, nameOf(calibration)])}`,
    ].join("\n"),
  );
}

/**
 * Returns how the readings are scaled, given the calibration that was in force.
 * @throws CommandError (usage) if the options are not one of the three ways
 */
function chooseWay(
  quantity: Measurement,
  { by, points, dry, wet }: Ways,
): (before: Scaling | undefined) => Scaling {
  const hasSoil = dry !== undefined || wet !== undefined;
  if ([by !== undefined, points !== undefined, hasSoil].filter(Boolean).length !== 1) {
    throw misused(
      "Give one of --by, --points, or --dry with --wet.",
      "--by 0.8: it shows 0.8 too much. --points 4.2=4.0,9.1=10: what it sent, and what is true.",
    );
  }
  if (by !== undefined) return (before) => differing(quantity, by, before);
  if (points !== undefined) {
    const [first, second] = points;
    return always(fromPoints(first, second), "--points", [
      first.sent === second.sent && "both readings are equal",
      first.real === second.real && "both true values are equal",
    ]);
  }
  if (quantity !== "soilMoisture") throw misused("--dry and --wet are only for soilMoisture.");
  if (dry === undefined || wet === undefined) throw misused("Give both --dry and --wet.");
  const scaling = fromDryAndWet(dry, wet);
  return always(scaling, "--dry and --wet", [dry === wet && "both are equal"]);
}

/** The person compares with the values that are shown, so a calibration in force is kept. */
function differing(quantity: Measurement, by: number, before: Scaling | undefined): Scaling {
  if (by === 0) throw misused("--by 0 changes nothing.");
  const { scale, offset } = fromDifference(by);
  const sum = { scale: (before?.scale ?? 1) * scale, offset: (before?.offset ?? 0) + offset };
  if (isScaling(sum)) return sum;
  throw misused(`--by: ${formulaOf(quantity, sum)} is beyond what can be stored.`);
}

/** @param scaling undefined if the rules would reject it */
function always(
  scaling: Scaling | undefined,
  option: string,
  reasons: readonly (string | false)[],
): () => Scaling {
  const reason = reasons.find((text) => text !== false);
  if (reason !== undefined) throw misused(`${option}: ${reason}, so no line leads through them.`);
  if (scaling === undefined) throw misused(`${option}: the numbers are too far apart.`);
  return () => scaling;
}

/** Until when it applies: until the next calibration. */
function spanOf({ quantity, from }: Calibration, others: readonly Calibration[]): string {
  const next = others.find((other) => other.quantity === quantity && other.from > from);
  const start = `from ${formatMinute(from)}`;
  return next === undefined
    ? `${start} on`
    : `${start} to ${formatMinute(next.from)}, when another calibration begins`;
}

/** Shows the effect on the newest reading, so that a mistake is seen at once. */
async function describeNewest(
  { database }: OpenSession,
  sensor: Sensor,
  calibration: Calibration,
  nowMs: number,
): Promise<readonly string[]> {
  const { greenhouse } = sensor;
  const { quantity } = calibration;
  const newest = greenhouse && (await readNewest(database, sensor, greenhouse, nowMs));
  const sent = newest ? newest.sent[quantity] : undefined;
  if (sent === undefined) return [`${sensor.uid} has not sent ${quantity} yet.`];
  const value = calibrated(calibration, quantity, sent);
  const text = `A reading like its newest, ${valueText(quantity, sent)}, becomes ${valueText(quantity, value)}`;
  return [
    countedValue(quantity, value) === undefined
      ? `${text}: no possible value, so it would show as a fault.`
      : `${text}.`,
  ];
}
