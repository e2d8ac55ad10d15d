/** `farm create`, `farm list` and `farm delete`. */

import type { Command } from "commander";
import { FARM_KEY_BYTES, farmKeyOf } from "@greenhouse/domain/identity/farm-key";
import { entriesOf } from "@greenhouse/domain/stored";
import { CommandError, EXIT, failed } from "../../core/failure";
import { readCreationPolicy, requireCreator } from "../../farm/creation-policy";
import { deleteFarm } from "../../farm/farm-deletion";
import { listGreenhouses, listSensors, readFarm, requireFarm } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import { findPerson, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { count, formatTable } from "../../core/text";
import {
  problemOfId,
  problemOfName,
  problemOfPersonUid,
  refuseProblems,
} from "../../core/validation";
import type { Runner } from "../command";

export function addFarmCommands(program: Command, { opened }: Runner): void {
  program
    .command("create")
    .description("create a farm, with a new key and its first owner")
    .argument("<farmId>", "its id: it cannot be changed")
    .requiredOption("--owner <email|uid>", "its first owner")
    .option("--name <name>", "its name (the id if omitted)")
    .action(opened(createFarm));
  program.command("list").description("list all farms").action(opened(listFarms));
  program
    .command("delete")
    .description("delete a farm permanently: its sensors, greenhouses, history, alerts and members")
    .argument("<farmId>")
    .option("--confirm <name>", "the farm's name, to confirm without a terminal")
    .option("--free-id", "allow a new farm with the same id")
    .action(opened(deleteWholeFarm));
}

/**
 * Writes the farm and its entry in the owner's list as the owner, in one update that the rules
 * authorize.
 */
async function createFarm(
  session: OpenSession,
  farmId: string,
  options: { readonly owner: string; readonly name?: string },
): Promise<void> {
  const { name = farmId } = options;
  refuseProblems(problemOfId("farm's id", farmId), problemOfName("farm's name", name));
  const uid = await findPerson(session, options.owner);
  refuseProblems(problemOfPersonUid(uid));
  requireCreator(await readCreationPolicy(session.database), uid, options.owner);
  if ((await session.database.read(`farms/${farmId}`)) !== null) {
    throw failed(`The farm ${farmId} already exists.`, "Choose another id; `farm list` shows all.");
  }
  if ((await session.database.read(`usedFarmIds/${farmId}`)) !== null) {
    throw failed(
      `There was a farm ${farmId} before: stored data may still name it.`,
      "Choose another id.",
    );
  }
  const apiKey = farmKeyOf(session.randomBytes(FARM_KEY_BYTES));
  await updateAs(session, uid, {
    [`farms/${farmId}`]: { name, apiKey, members: { [uid]: "owner" } },
    [`usedFarmIds/${farmId}`]: true,
    [`users/${uid}/farms/${farmId}`]: true,
  });
  session.out.result(
    { farmId, name, owner: uid },
    `Created ${farmId}, owned by ${options.owner}. Its key: ${farmCommand("key show", [farmId])}`,
  );
}

async function deleteWholeFarm(
  session: OpenSession,
  farmId: string,
  options: { readonly confirm?: string; readonly freeId?: true },
): Promise<void> {
  const { database, confirmation, out } = session;
  const farm = await requireFarm(database, farmId);
  const [greenhouses, sensors] = await Promise.all([
    listGreenhouses(database, farmId),
    listSensors(database, farmId),
  ]);
  const contents = [
    count(greenhouses.length, "greenhouse"),
    count(sensors.length, "sensor"),
    count(farm.members.length, "member"),
  ].join(", ");
  await confirmation.word(
    `The farm ${farmId} will be deleted permanently, with all of its history: ${contents}.`,
    farm.name || farmId,
    options.confirm,
    "--confirm",
  );
  const stopping = session.takeOverInterrupt();
  const progress = await session.startProgress("Deleting");
  const freesId = options.freeId === true;
  // Somebody may have joined before the answer came.
  const now = await requireFarm(database, farmId);
  const plan = { farm: now, freesId, stopping, progress };
  const deleted = await deleteFarm(database, plan).finally(() => progress.end());
  const parts = [
    count(deleted.greenhouses, "greenhouse"),
    count(deleted.sensors, "sensor"),
    `${count(deleted.entries, "entry", "entries")} of history`,
  ].join(", ");
  if (stopping.aborted) {
    throw new CommandError(
      EXIT.interrupted,
      `Interrupted: ${parts} are deleted.`,
      `Run it again to delete the rest: ${farmCommand("delete", [farmId])}`,
    );
  }
  out.result({ farmId, ...deleted, isIdFree: freesId }, `Deleted ${farmId}: ${parts}.`);
}

async function listFarms({ database, out }: OpenSession): Promise<void> {
  const found = entriesOf(await database.read("farms"));
  const farms = found.flatMap(([id, value]) => readFarm(id, value) ?? []);
  out.result(
    farms.map(({ farmId, name, members }) => ({ farmId, name, members: members.length })),
    formatTable(
      ["farm", "name", "members"],
      farms.map(({ farmId, name, members }) => [farmId, name, String(members.length)]),
      "There are no farms yet: `farm create <farmId> --owner <email or uid>`",
    ),
  );
}
