/** `farm sensor key create|show|rotate|end-old|remove`: a single sensor's own key. */

import type { Command } from "commander";
import { FARM_KEY_BYTES, farmKeyOf, parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import { sensorKeyUpdate } from "@greenhouse/domain/identity/sensor-updates";
import type { Json, JsonObject } from "../../core/database";
import { failed } from "../../core/failure";
import { ownerOf, readSensor, requireFarm, requireSensor } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import { findOwnKey, readLastEntry, readOwnKey, replaceOwnKey } from "../../farm/own-key";
import { deniedByRules, sign, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { problemOfSensorUid, refuseProblems } from "../../core/validation";
import type { Runner } from "../command";
import { endOldKey, rotateKey, showKey } from "../farm/key-exchange";
import type { KeyHolder } from "../farm/key-exchange";

const UID = "<uid>";

export function addSensorKeyCommands(sensor: Command, { opened }: Runner): void {
  const key = sensor.command("key").description("a sensor's own key");
  key
    .command("create")
    .description("make a sensor's own key: from then on the farm's key is refused for this sensor")
    .argument(UID)
    .action(opened(createKey));
  key
    .command("show")
    .description("print the sensor's own key; if there are two, the new one")
    .argument(UID)
    .action(opened(async (session, uid: string) => showKey(session, await find(session, uid))));
  key
    .command("rotate")
    .description("replace the sensor's own key: the sensor is refused until it has the new one")
    .argument(UID)
    .option("--keep-old", "keep the old key valid beside the new one, until `sensor key end-old`")
    .action(
      opened(async (session, uid: string, options: { readonly keepOld?: true }) =>
        rotateKey(session, await find(session, uid), options),
      ),
    );
  key
    .command("end-old")
    .description("after `sensor key rotate --keep-old`: accept only the new key from now on")
    .argument(UID)
    .action(opened(async (session, uid: string) => endOldKey(session, await find(session, uid))));
  key
    .command("remove")
    .description("remove the sensor's own key: it signs with the farm's key again")
    .argument(UID)
    .action(opened(removeKey));
}

async function createKey(session: OpenSession, uid: string): Promise<void> {
  const { database, confirmation, out } = session;
  const sensor = await requireSensor(database, uid);
  const { farmId } = sensor;
  const entry = await readLastEntry(database, uid);
  const present = await readOwnKey(database, uid);
  if (present?.farmId === farmId && present.key !== undefined) throw hasKey(uid);
  await confirmation.confirm(
    `Make a key only for ${uid}? The sensor is refused until it has the new key: the key of ${farmId} is no longer valid for it.`,
  );
  const owner = ownerOf(await requireFarm(database, farmId));
  const keys = { key: farmKeyOf(session.randomBytes(FARM_KEY_BYTES)), old: undefined };
  const before = { stored: undefined, entry };
  const outcome = await replaceOwnKey(session, { ...sensor, owner }, keys.key, before);
  if (outcome === "changed") throw hasKey(uid);
  if (outcome === "denied") throw deniedByRules();
  out.note(`The key of ${farmId} is no longer valid for ${uid}. Its own key:`);
  out.result(keysJson(sensor, keys), keys.key);
}

function hasKey(uid: string): Error {
  return failed(
    `${uid} already has its own key.`,
    `Show it: ${farmCommand("sensor key show", [uid])}, or replace it: ${farmCommand("sensor key rotate", [uid])}`,
  );
}

/** @throws CommandError if the sensor does not exist */
async function find(session: OpenSession, uid: string): Promise<KeyHolder> {
  const { database } = session;
  const sensor = await requireSensor(database, uid);
  const entry = await readLastEntry(database, uid);
  const [farm, stored] = await Promise.all([
    requireFarm(database, sensor.farmId),
    findOwnKey(database, sensor),
  ]);
  const keys = parseFarmKeys(stored);
  if (keys === undefined) throw hasNoKey(sensor);
  return {
    id: uid,
    command: "sensor key",
    farm,
    replace: (owner, pair) => replaceOwnKey(session, { ...sensor, owner }, pair, { stored, entry }),
    requireKeys: () => keys,
    toJson: (pair) => keysJson(sensor, pair),
    consequences: {
      whenReplaced: "It is refused until it has the new one.",
      whenEnded: "It is refused if it does not have the new key yet.",
    },
  };
}

function hasNoKey({ uid, farmId }: Sensor): Error {
  return failed(
    `${uid} does not have its own key: it signs with the key of ${farmId}.`,
    `Show the farm's key: ${farmCommand("key show", [farmId])}, or make a key for this sensor: ${farmCommand("sensor key create", [uid])}`,
  );
}

/**
 * Also removes a removed sensor's key, which would be valid again for a new sensor with the same
 * uid.
 */
async function removeKey(session: OpenSession, uid: string): Promise<void> {
  const { database, confirmation, out } = session;
  refuseProblems(problemOfSensorUid(uid));
  const [sensor, own] = await Promise.all([
    database.read(`registeredSensors/${uid}`).then((value) => readSensor(uid, value)),
    readOwnKey(database, uid),
  ]);
  if (own === undefined) {
    throw sensor === undefined ? failed(`${uid} does not have its own key.`) : hasNoKey(sensor);
  }
  const farmId = sensor?.farmId ?? own.farmId;
  const owner = ownerOf(await requireFarm(database, farmId));
  const isInForce = own.farmId === sensor?.farmId;
  if (isInForce) {
    await confirmation.confirm(
      `Remove the key of ${uid}? It is refused until it has the key of ${farmId}.`,
    );
  }
  const removed = isInForce
    ? sensorKeyUpdate({ uid, farmId }, null, sign(session, owner))
    : { [`sensorKeys/${uid}`]: null };
  await updateAs(session, owner, removed as Record<string, Json>);
  out.result(
    { uid, farmId, removed: true },
    isInForce
      ? `Removed the key of ${uid}. The key of ${farmId} is valid for it again: ${farmCommand("key show", [farmId])}`
      : `Removed the key of ${uid}, which was not valid.`,
  );
}

function keysJson({ uid, farmId }: Sensor, { key, old }: FarmKeys): JsonObject {
  return { uid, farmId, key, oldKey: old ?? null };
}
