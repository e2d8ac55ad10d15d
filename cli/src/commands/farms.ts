/** `farm create` and `farm list`. */

import type { Command } from "commander";
import { FARM_KEY_BYTES, farmKeyOf } from "../../../domain/src/farm-key";
import { childrenOf } from "../database";
import { failed } from "../failure";
import { readCreationPolicy, requireCreator } from "../farm-creation";
import { readFarm } from "../farms";
import { farmCommand } from "../hint";
import { everySession } from "../routing";
import { findPerson, updateAs } from "../session";
import type { OpenSession, Session } from "../session";
import { formatTable } from "../text";
import { problemOfId, problemOfName, problemOfPersonUid, refuseProblems } from "../validation";
import type { Runner } from "./command";

export function addFarmCommands(program: Command, { bare, opened }: Runner): void {
  program
    .command("create")
    .description("create a farm, with a new key and its first owner")
    .argument("<farmId>", "its id: it cannot be changed")
    .requiredOption("--owner <email|uid>", "who owns it")
    .option("--name <name>", "what it is called (its id, unless given)")
    .action(opened(createFarm));
  program.command("list").description("list all farms").action(bare(listFarms));
}

/** Writes the farm and its place on the owner's list as the owner, in one update that the rules authorize. */
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
    throw failed(`There is a farm ${farmId} already.`, "Choose another id; `farm list` shows all.");
  }
  if ((await session.database.read(`usedFarmIds/${farmId}`)) !== null) {
    throw failed(
      `There was a farm ${farmId} before: what is left of it may still name it.`,
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

async function listFarms(session: Session): Promise<void> {
  const found = await Promise.all(
    everySession(session).map(async ({ connections }) => {
      const database = await connections.open();
      return childrenOf(await database.read("farms"));
    }),
  );
  const farms = found.flat().flatMap(([id, value]) => readFarm(id, value) ?? []);
  session.out.result(
    farms.map(({ farmId, name, members }) => ({ farmId, name, members: members.length })),
    formatTable(
      ["farm", "name", "members"],
      farms.map(({ farmId, name, members }) => [farmId, name, String(members.length)]),
      "There is no farm yet: `farm create <farmId> --owner <email or uid>`",
    ),
  );
}
