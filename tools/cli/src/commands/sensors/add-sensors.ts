/**
 * `farm sensor add --file`: registers the sensors of a list in one update, each with its own key, and writes the settings
 * of their boards.
 *
 * The update comes first, and the database keeps the keys. A repeated run finds the sensors registered, and writes the
 * files that are missing. So a crash or a lost answer at any moment loses no key.
 */

import { parseFarmKeys } from "@greenhouse/domain/identity/farm-key";
import { sensorRegistration } from "@greenhouse/domain/identity/sensor-updates";
import type { Json } from "../../core/database";
import { failed } from "../../core/failure";
import { deniedByRules, sign } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { named } from "../../core/text";
import { listGreenhouses, ownerOf, requireFarm } from "../../farm/stored-farms";
import { prepareFiles, writeFiles } from "../../provisioning/board-output";
import { checkList, readListFile } from "../../provisioning/listed-sensors";
import type { ListedSensor } from "../../provisioning/listed-sensors";
import { foldersOf, planFiles, readForm } from "../../provisioning/outputs-of-list";
import type { ListOptions } from "../../provisioning/outputs-of-list";
import { refuseList, reportList } from "./list-report";

export async function addSensors(
  session: OpenSession,
  farmId: string,
  list: string,
  options: ListOptions,
): Promise<void> {
  const form = await readForm(session, options);
  const text = await readListFile(session, list);
  const farm = await requireFarm(session.database, farmId);
  const owner = ownerOf(farm);
  const greenhouses = (await listGreenhouses(session.database, farmId)).map(
    ({ greenhouseId: id, name }) => ({ id, name }),
  );
  const { sensors, faults } = await checkList(session, farmId, text, greenhouses);
  if (faults.length > 0) throw refuseList(session, list, farmId, faults);
  const boards = sensors.map(({ sensor, storedKey }) => ({
    uid: sensor.uid,
    name: sensor.name,
    greenhouse: greenhouses.find(({ id }) => id === sensor.greenhouse)?.name,
    functionsUrl: session.target.functionsUrl,
    key: parseFarmKeys(storedKey)?.key ?? storedKey,
  }));
  const files = planFiles(form, `Boards of ${farm.name}`, boards);
  const missing = await prepareFiles(files, foldersOf(form));
  const fresh = sensors.filter(({ isRegistered }) => !isRegistered);
  await register(session, { farmId, owner }, fresh);
  await writeFiles(session, missing);
  reportList(session, { farmId, list, sensors, boards, form, hasKeys: options.showKeys === true });
}

/**
 * Registers all sensors in one update.
 * @throws CommandError (failed) if the rules reject it
 */
async function register(
  session: OpenSession,
  { farmId, owner }: { readonly farmId: string; readonly owner: string },
  sensors: readonly ListedSensor[],
): Promise<void> {
  if (sensors.length === 0) return;
  const database = await session.connections.open(owner);
  const updates = sensors.map(({ sensor, storedKey }) =>
    sensorRegistration({ farmId, uid: sensor.uid }, sensor, sign(session, owner), storedKey),
  );
  const values = Object.assign({}, ...updates) as Record<string, Json>;
  if ((await database.update(values)) === "stored") return;
  const taken: string[] = [];
  for (const { sensor } of sensors) {
    const present = await session.database.read(`registeredSensors/${sensor.uid}`);
    if (present !== null) taken.push(sensor.uid);
  }
  throw taken.length > 0
    ? failed(
        `Nothing was registered: somebody else registered ${named(taken)} at the same moment.`,
        "Run the command again: it says what to do.",
      )
    : deniedByRules();
}
