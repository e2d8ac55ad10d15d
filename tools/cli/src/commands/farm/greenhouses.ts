/** `farm greenhouse add|list|rename|interval|remove|thresholds`. */

import type { Command } from "commander";
import { failed } from "../../core/failure";
import {
  listGreenhouses,
  listSensors,
  ownerOf,
  requireFarm,
  requireGreenhouse,
} from "../../farm/stored-farms";
import { farmCommand, shellWord } from "../../core/hint";
import { hasHistory } from "../../readings/history-pages";
import { greenhouseRemoval } from "../../farm/removal";
import { deniedByRules, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { count, formatTable } from "../../core/text";
import { problemOfId, problemOfName, refuseProblems } from "../../core/validation";
import type { Runner } from "../command";
import { askGreenhouse, INTERVAL, INTERVAL_HELP, secondsOrNone } from "../sensors/ask-interval";
import { addThresholdsCommand } from "./thresholds";

export function addGreenhouseCommands(program: Command, runner: Runner): void {
  const { opened } = runner;
  const greenhouse = program.command("greenhouse").description("the greenhouses of a farm");
  greenhouse
    .command("add")
    .description("add a greenhouse to a farm")
    .argument("<farmId>")
    .argument("<greenhouseId>", "its id: it cannot be changed")
    .option("--name <name>", "its name (the id if omitted)")
    .action(opened(addGreenhouse));
  greenhouse
    .command("list")
    .description("list a farm's greenhouses")
    .argument("<farmId>")
    .action(opened(listAll));
  greenhouse
    .command("rename")
    .description("rename a greenhouse")
    .argument("<greenhouseId>")
    .argument("<name>")
    .action(opened(renameGreenhouse));
  greenhouse
    .command("interval")
    .description("ask all boards of a greenhouse to report every so many seconds")
    .argument("<greenhouseId>")
    .argument(INTERVAL, INTERVAL_HELP, secondsOrNone)
    .action(opened(askGreenhouse));
  greenhouse
    .command("remove")
    .description("remove a greenhouse that has no sensors and no history")
    .argument("<greenhouseId>")
    .action(opened(removeGreenhouse));
  addThresholdsCommand(greenhouse, runner);
}

/** Writes in a transaction under the rules. The rules reject an id that exists or has readings. */
async function addGreenhouse(
  session: OpenSession,
  farmId: string,
  greenhouseId: string,
  { name = greenhouseId }: { readonly name?: string },
): Promise<void> {
  refuseProblems(
    problemOfId("greenhouse's id", greenhouseId),
    problemOfName("greenhouse's name", name),
  );
  const farm = await requireFarm(session.database, farmId);
  await refuseUsedId(session, greenhouseId);
  const database = await session.connections.open(ownerOf(farm));
  const outcome = await database.create(`greenhouses/${greenhouseId}`, { name, farmId });
  if (outcome === "exists") {
    throw failed(`The greenhouse ${greenhouseId} already exists.`, "Choose another id.");
  }
  if (outcome === "denied") throw deniedByRules();
  session.out.result({ greenhouseId, name, farmId }, `Added ${greenhouseId} to ${farmId}.`);
}

async function refuseUsedId(session: OpenSession, greenhouseId: string): Promise<void> {
  const { database } = session;
  if ((await database.read(`greenhouses/${greenhouseId}`)) !== null) {
    throw failed(`The greenhouse ${greenhouseId} already exists.`, "Choose another id.");
  }
  const newest = await Promise.all(
    ["current", "bySensor"].map((name) => database.read(`sensors/${greenhouseId}/${name}`)),
  );
  const isEmpty =
    newest.every((value) => value === null) &&
    !(await hasHistory(database, greenhouseId, session.now()));
  if (isEmpty) return;
  throw failed(
    `There are readings of an earlier greenhouse ${greenhouseId}: a new one would inherit them.`,
    "Choose another id.",
  );
}

async function listAll({ database, out }: OpenSession, farmId: string): Promise<void> {
  await requireFarm(database, farmId);
  const [greenhouses, sensors] = await Promise.all([
    listGreenhouses(database, farmId),
    listSensors(database, farmId),
  ]);
  const rows = greenhouses.map(({ greenhouseId, name }) => ({
    greenhouseId,
    name,
    sensors: sensors.filter(({ greenhouse }) => greenhouse === greenhouseId).length,
  }));
  out.result(
    rows,
    formatTable(
      ["greenhouse", "name", "sensors"],
      rows.map((row) => [row.greenhouseId, row.name, String(row.sensors)]),
      `${farmId} has no greenhouses yet: ${farmCommand("greenhouse add", [farmId], { rest: "<greenhouseId>" })}`,
    ),
  );
}

async function renameGreenhouse(
  session: OpenSession,
  greenhouseId: string,
  name: string,
): Promise<void> {
  refuseProblems(problemOfName("greenhouse's name", name));
  const { farmId } = await requireGreenhouse(session.database, greenhouseId);
  const owner = ownerOf(await requireFarm(session.database, farmId));
  await updateAs(session, owner, { [`greenhouses/${greenhouseId}/name`]: name });
  session.out.result({ greenhouseId, name, farmId }, `${greenhouseId} is now called ${name}.`);
}

/**
 * Also removes the newest values and the notes, so that the id can be used again. History is never
 * touched. An entry that arrives at the same moment stays, and the rules then reject a new
 * greenhouse with this id.
 */
async function removeGreenhouse(session: OpenSession, greenhouseId: string): Promise<void> {
  const { database, out } = session;
  const { farmId } = await requireGreenhouse(database, greenhouseId);
  const linked = (await listSensors(database, farmId)).filter(
    ({ greenhouse }) => greenhouse === greenhouseId,
  );
  if (linked.length > 0) {
    throw failed(
      `${greenhouseId} has ${count(linked.length, "linked sensor")}: ${linked.map(({ uid }) => uid).join(", ")}.`,
      "Unlink them first: `farm sensor unlink <uid>`",
    );
  }
  if (await hasHistory(database, greenhouseId, session.now())) {
    const exporting = farmCommand("readings export", [farmId], {
      options: `--greenhouse ${shellWord(greenhouseId)} --output <file>`,
    });
    const pruning = farmCommand("history prune", [greenhouseId], {
      options: "--before now --delete",
    });
    throw failed(
      `${greenhouseId} has history, which is stored as long as the greenhouse exists.`,
      `To remove both: ${exporting}, then ${pruning}`,
    );
  }
  // The rules let no owner remove a greenhouse, so the administrator does.
  await database.update({
    ...greenhouseRemoval(greenhouseId),
    [`sensors/${greenhouseId}/current`]: null,
    [`sensors/${greenhouseId}/bySensor`]: null,
  });
  out.result({ greenhouseId, farmId, removed: true }, `Removed ${greenhouseId} from ${farmId}.`);
}
