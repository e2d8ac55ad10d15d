/** Reads a list of sensors, and checks each against the database. */

import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { FARM_KEY_BYTES, farmKeyOf, parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { idOf } from "@greenhouse/domain/identity/readable-ids";
import { readSensorLines } from "@greenhouse/domain/identity/sensor-csv";
import type { CreateUid, CsvFarm, NewSensor } from "@greenhouse/domain/identity/sensor-csv";
import { readCsvFile } from "@greenhouse/domain/words/csv-file";
import { failed, misused } from "../core/failure";
import { farmCommand } from "../core/hint";
import type { OpenSession } from "../core/session";
import { readOwnKey } from "../farm/own-key";
import { readSensor } from "../farm/stored-farms";
import { faultText, FILE_FAULTS } from "./line-faults";
import type { LineFault } from "./line-faults";

export interface ListedSensor {
  readonly sensor: NewSensor["sensor"];
  /** The stored text of its own key: one key, or a pair. */
  readonly storedKey: string;
  /** An earlier run, or somebody else, has registered exactly this sensor with this key. */
  readonly isRegistered: boolean;
}

export interface CheckedList {
  /** The right lines, in the order of the file. */
  readonly sensors: readonly ListedSensor[];
  /** In the order of the file. Nothing may be registered if there is one. */
  readonly faults: readonly LineFault[];
}

/** @throws CommandError if it is not a file of CSV */
export async function readListFile({ resolvePath }: OpenSession, file: string): Promise<string> {
  if (file === "") throw misused("--file needs the name of a file.");
  const path = resolvePath(file);
  const { size } = await stat(path).catch((error: unknown) => {
    throw failed(`${file} cannot be read: ${(error as Error).message}.`);
  });
  const arrayBuffer = async (): Promise<ArrayBuffer> => new Uint8Array(await readFile(path)).buffer;
  const read = await readCsvFile({ size, arrayBuffer });
  if ("text" in read) return read.text;
  throw failed(`${file} ${FILE_FAULTS[read.fault]}`);
}

export async function checkList(
  session: OpenSession,
  farmId: string,
  text: string,
  greenhouses: CsvFarm["greenhouses"],
): Promise<CheckedList> {
  // Whether a registered sensor is a fault depends on its registration.
  const { lines, faults } = readSensorLines(text, { greenhouses, sensors: [] }, createUids(farmId));
  const checked = await Promise.all(lines.map((line) => checkSensor(session, farmId, line)));
  return {
    sensors: checked.filter((found) => "sensor" in found),
    faults: [
      ...faults.map(({ line, fault }) => ({ line, ...faultText(fault) })),
      ...checked.filter((found) => "problem" in found),
    ].toSorted((a, b) => a.line - b.line),
  };
}

/**
 * Returns a function that makes uids of names, as the farm page does. A repeated run makes the same uids, so that it does
 * not register the same sensors again. Sensors with the same name in the same greenhouse get different uids.
 */
export function createUids(farmId: string): CreateUid {
  const turns = new Map<string, number>();
  return (name, _line, greenhouse) => {
    const place = JSON.stringify([farmId, greenhouse, name]);
    const turn = (turns.get(place) ?? 0) + 1;
    turns.set(place, turn);
    return idOf(name, createHash("sha256").update(`${place} ${turn}`).digest().subarray(0, 5));
  };
}

async function checkSensor(
  session: OpenSession,
  farmId: string,
  { sensor, key, line }: NewSensor,
): Promise<ListedSensor | LineFault> {
  const { uid } = sensor;
  const [registration, own] = await Promise.all([
    session.database.read(`registeredSensors/${uid}`),
    readOwnKey(session.database, uid),
  ]);
  const present = readSensor(uid, registration);
  if (present === undefined) {
    const storedKey = key ?? farmKeyOf(session.randomBytes(FARM_KEY_BYTES));
    return { sensor, storedKey, isRegistered: false };
  }
  const fault = (column: string, problem: string): LineFault => ({ line, column, problem });
  if (present.farmId !== farmId) {
    return fault("uid", "Another farm has registered it. Choose another uid.");
  }
  const { sensorName, sensorType, greenhouse, role } = present;
  const stored = { uid, name: sensorName, type: sensorType, greenhouse, role };
  const other = (["name", "type", "greenhouse", "role"] as const).find(
    (column) => stored[column] !== sensor[column],
  );
  if (other !== undefined) {
    return fault(
      other,
      `${uid} is registered already, with ${stored[other] === undefined ? "none" : `"${stored[other]}"`}. Choose another uid, write what is registered, or remove the line.`,
    );
  }
  if (own?.farmId !== farmId || own.key === undefined) {
    return fault(
      "uid",
      `${uid} is registered already and signs with the farm's key. Make its own key (${farmCommand("sensor key create", [uid])}), or remove the line.`,
    );
  }
  if (key !== undefined && parseFarmKeys(key)?.key !== parseFarmKeys(own.key)?.key) {
    return fault(
      "key",
      `${uid} is registered already with another key. Empty it, or remove the line.`,
    );
  }
  return { sensor, storedKey: own.key, isRegistered: true };
}
