/** `farm sensor add`: registers a sensor, and links it to a greenhouse of its farm. */

import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { sensorRegistration } from "@greenhouse/domain/identity/sensor-updates";
import type { Json } from "../../core/database";
import { failed } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { deniedByRules, sign } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { problemOfName, problemOfNewSensorUid, refuseProblems } from "../../core/validation";
import { ownerOf, readSensor, requireFarm, requireGreenhouse } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";
import { sensorJson } from "./show-sensors";

/** The rules refuse to register a uid that is registered. */
export async function addSensor(
  session: OpenSession,
  farmId: string,
  uid: string,
  options: {
    readonly name?: string;
    readonly type: string;
    readonly greenhouse?: string;
    readonly role: SensorRole;
  },
): Promise<void> {
  const { name = uid, type, greenhouse, role } = options;
  refuseProblems(
    problemOfNewSensorUid(uid),
    problemOfName("sensor's name", name),
    problemOfName("sensor's type", type),
  );
  const farm = await requireFarm(session.database, farmId);
  if (greenhouse !== undefined) await requireGreenhouseOf(session, greenhouse, farmId);
  const present = readSensor(uid, await session.database.read(`registeredSensors/${uid}`));
  if (present !== undefined) throw isRegistered(present, farmId);
  const owner = ownerOf(farm);
  const database = await session.connections.open(owner);
  const described = { name, type, greenhouse, role };
  const values = sensorRegistration({ farmId, uid }, described, sign(session, owner));
  if ((await database.update(values as Record<string, Json>)) === "denied") {
    const isTaken = (await session.database.read(`registeredSensors/${uid}`)) !== null;
    throw isTaken
      ? failed(`Somebody else registered the uid ${uid} at the same moment.`)
      : deniedByRules();
  }
  const sensor = { uid, sensorName: name, sensorType: type, farmId, greenhouse, role };
  session.out.result(
    sensorJson(sensor),
    greenhouse === undefined
      ? `Registered ${uid}. It may send once it is linked: ${farmCommand("sensor link", [uid], { rest: "<greenhouseId>" })}`
      : `Registered ${uid} in ${greenhouse}. Try it: ${farmCommand("reading send", [uid], { options: "--temperature 21.5" })}`,
  );
}

function isRegistered({ uid, farmId: holder }: Sensor, farmId: string): Error {
  return holder === farmId
    ? failed(`The uid ${uid} is already registered.`, `See ${farmCommand("sensor show", [uid])}`)
    : failed(
        `Another farm has registered the uid ${uid}.`,
        "Choose another uid, or ask that farm to remove the sensor first.",
      );
}

/** @throws CommandError (failed) if the greenhouse belongs to another farm */
export async function requireGreenhouseOf(
  { database }: OpenSession,
  greenhouseId: string,
  farmId: string,
): Promise<void> {
  const greenhouse = await requireGreenhouse(database, greenhouseId);
  if (greenhouse.farmId === farmId) return;
  throw failed(
    `${greenhouseId} does not belong to ${farmId}.`,
    `Greenhouses of ${farmId}: ${farmCommand("greenhouse list", [farmId])}`,
  );
}
