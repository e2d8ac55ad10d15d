/** `farm sensor add|list|show|link|unlink|rename|role|interval|remove`; corrections and keys of sensors. */

import { Argument } from "commander";
import type { Command } from "commander";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { loggedRemoval } from "@greenhouse/domain/identity/sensor-updates";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Json } from "../../core/database";
import { failed } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { sign, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { problemOfName, refuseProblems } from "../../core/validation";
import { ownerOf, requireFarm, requireSensor } from "../../farm/stored-farms";
import type { Runner } from "../command";
import { addSensorAddCommand, ROLE_HELP } from "./add-command";
import { requireGreenhouseOf } from "./add-sensor";
import { askSensor, INTERVAL, INTERVAL_HELP, secondsOrNone } from "./ask-interval";
import { changeSensor } from "./change-sensor";
import { addCorrectionCommands } from "./corrections";
import { addSensorKeyCommands } from "./sensor-keys";
import { listFarmSensors, sensorJson, showSensor } from "./show-sensors";

const UID = "<uid>";

export function addSensorCommands(program: Command, runner: Runner): void {
  const { opened } = runner;
  const sensor = program.command("sensor").description("the sensors of a farm");
  addSensorAddCommand(sensor, runner);
  sensor
    .command("list")
    .description("list a farm's sensors, and how their boards are")
    .argument("<farmId>")
    .action(opened(listFarmSensors));
  sensor
    .command("show")
    .description("show a sensor, its board and its newest values")
    .argument(UID)
    .action(opened(showSensor));
  sensor
    .command("link")
    .description("link a sensor to a greenhouse of its farm, and unlink it from the earlier one")
    .argument(UID)
    .argument("<greenhouseId>")
    .action(opened(linkSensor));
  sensor
    .command("unlink")
    .description("unlink a sensor from its greenhouse: its readings are then refused")
    .argument(UID)
    .action(opened(unlinkSensor));
  sensor
    .command("rename")
    .description("rename a sensor")
    .argument(UID)
    .argument("<name>")
    .option("--type <type>", "a new type")
    .action(opened(renameSensor));
  sensor
    .command("role")
    .description("set where a sensor measures: the air's thresholds apply only to air sensors")
    .argument(UID)
    .addArgument(new Argument("<role>", ROLE_HELP).choices(SENSOR_ROLES))
    .action(opened(setRole));
  sensor
    .command("interval")
    .description("ask a sensor's board to report every so many seconds; none: as its greenhouse")
    .argument(UID)
    .argument(INTERVAL, INTERVAL_HELP, secondsOrNone)
    .action(opened(askSensor));
  sensor
    .command("remove")
    .description("remove a sensor: its readings are then refused, its history stays")
    .argument(UID)
    .action(opened(removeSensor));
  addCorrectionCommands(sensor, runner);
  addSensorKeyCommands(sensor, runner);
}

async function linkSensor(session: OpenSession, uid: string, greenhouseId: string): Promise<void> {
  const sensor = await requireSensor(session.database, uid);
  await requireGreenhouseOf(session, greenhouseId, sensor.farmId);
  await changeSensor(session, sensor, { greenhouse: greenhouseId });
  const { greenhouse: before } = sensor;
  const from = before === undefined || before === greenhouseId ? "" : ` instead of ${before}`;
  session.out.result(
    sensorJson({ ...sensor, greenhouse: greenhouseId }),
    `${uid} is linked to ${greenhouseId}${from}.`,
  );
}

async function unlinkSensor(session: OpenSession, uid: string): Promise<void> {
  const sensor = await requireSensor(session.database, uid);
  await changeSensor(session, sensor, { greenhouse: null });
  session.out.result(
    sensorJson({ ...sensor, greenhouse: undefined }),
    sensor.greenhouse === undefined
      ? `${uid} was not linked.`
      : `${uid} is no longer linked to ${sensor.greenhouse}; its history there stays.`,
  );
}

async function renameSensor(
  session: OpenSession,
  uid: string,
  name: string,
  { type }: { readonly type?: string },
): Promise<void> {
  refuseProblems(
    problemOfName("sensor's name", name),
    type === undefined ? undefined : problemOfName("sensor's type", type),
  );
  const sensor = await requireSensor(session.database, uid);
  await changeSensor(session, sensor, { name, ...(type !== undefined && { type }) });
  session.out.result(
    sensorJson({ ...sensor, sensorName: name, sensorType: type ?? sensor.sensorType }),
    `${uid} is now called ${name}. Earlier entries of its history keep the old name.`,
  );
}

async function setRole(session: OpenSession, uid: string, role: SensorRole): Promise<void> {
  const sensor = await requireSensor(session.database, uid);
  await changeSensor(session, sensor, { role });
  session.out.result(
    sensorJson({ ...sensor, role }),
    role === "air"
      ? `${uid} measures the air: it is part of its greenhouse's values, and the air's thresholds apply to it.`
      : `${uid} is a ${role} sensor: its values of the air are not part of its greenhouse's values, and the air's thresholds do not apply to them.`,
  );
}

/**
 * Also removes its own key and its newest readings, all in one update: the uid is then free for
 * another farm.
 */
async function removeSensor(session: OpenSession, uid: string): Promise<void> {
  const { database } = session;
  const sensor = await requireSensor(database, uid);
  const owner = ownerOf(await requireFarm(database, sensor.farmId));
  const outputs = entriesOf(await database.read(`outputs/${sensor.farmId}/${uid}`));
  if (outputs.length > 0) {
    throw failed(
      `${uid} switches ${outputs.map(([output]) => output).join(", ")}. Remove these outputs first, because nobody could switch them off later.`,
      `For example: ${farmCommand("output remove", [uid, outputs[0]?.[0] ?? ""])}`,
    );
  }
  const hasOwnKey = (await database.read(`sensorKeys/${uid}`)) !== null;
  const removed = { name: sensor.sensorName, hasOwnKey };
  const removal = loggedRemoval(sensor, removed, sign(session, owner));
  await updateAs(session, owner, removal as Record<string, Json>);
  session.out.result(
    { ...sensorJson(sensor), removed: true },
    `Removed ${uid} from ${sensor.farmId}; its history stays. Any farm may now use the uid.`,
  );
}
