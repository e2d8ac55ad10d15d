/** `farm key show|rotate|end-old`: the key that a farm's devices sign with. */

import type { Command } from "commander";
import { failed } from "../failure";
import { ownerOf, requireFarm, requireKeys } from "../farms";
import type { Farm } from "../farms";
import { farmCommand } from "../hint";
import { createKey, problemOfOldKey } from "../key";
import { deniedByRules } from "../session";
import type { OpenSession } from "../session";
import type { Runner } from "./command";

export function addKeyCommands(program: Command, { opened }: Runner): void {
  const key = program.command("key").description("the key that a farm's devices sign with");
  key
    .command("show")
    .description("print the key; of two, the new one")
    .argument("<farmId>")
    .action(opened(showKey));
  key
    .command("rotate")
    .description("replace the key by a new one: devices are refused until they have it")
    .argument("<farmId>")
    .option("--keep-old", "the old key stays good beside the new one, until `key end-old`")
    .action(opened(rotateKey));
  key
    .command("end-old")
    .description("after `key rotate --keep-old`: the new key alone is good from now on")
    .argument("<farmId>")
    .action(opened(endOldKey));
}

async function showKey({ database, out }: OpenSession, farmId: string): Promise<void> {
  const { newKey, oldKey } = requireKeys(await requireFarm(database, farmId));
  if (oldKey !== undefined) out.note(`${aboutOld(farmId, oldKey)}\nThe new key:`);
  out.result(keysJson(farmId, newKey, oldKey), newKey);
}

async function rotateKey(
  session: OpenSession,
  farmId: string,
  { keepOld }: { readonly keepOld?: true },
): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const oldKey = keepOld === true ? requireOldKey(farm) : undefined;
  if (oldKey === undefined) {
    await session.consent.confirm(
      `Replace the key of ${farmId}? Its devices are refused until they have the new one.`,
      session.isAgreed,
      "--yes",
    );
  }
  const newKey = createKey(session.randomBytes);
  await replaceKey(session, farm, oldKey === undefined ? newKey : `${newKey},${oldKey}`);
  session.out.note(
    oldKey === undefined
      ? "The old key is refused from now on."
      : `${aboutOld(farmId, oldKey)}\nThe new key, for all devices and the gateway:`,
  );
  session.out.result(keysJson(farmId, newKey, oldKey), newKey);
}

/** @throws CommandError where no key can stay beside a new one */
function requireOldKey(farm: Farm): string {
  const { farmId } = farm;
  const { newKey, oldKey } = requireKeys(farm);
  if (oldKey !== undefined) {
    throw failed(
      `${farmId} has two keys already: one is being exchanged for the other.`,
      `Bring that to its end first: ${farmCommand("key end-old", [farmId])}`,
    );
  }
  const problem = problemOfOldKey(newKey);
  if (problem === undefined) return newKey;
  throw failed(
    `The key of ${farmId} cannot be kept beside a new one: ${problem}.`,
    `Devices are refused until they have the new one: ${farmCommand("key rotate", [farmId])}`,
  );
}

async function endOldKey(session: OpenSession, farmId: string): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const { newKey, oldKey } = requireKeys(farm);
  if (oldKey === undefined) {
    throw failed(
      `${farmId} has one key only.`,
      `A second one comes with ${farmCommand("key rotate", [farmId], { options: "--keep-old" })}`,
    );
  }
  await session.consent.confirm(
    `End the old key of ${farmId}? Devices that have not the new one yet are refused.`,
    session.isAgreed,
    "--yes",
  );
  await replaceKey(session, farm, newKey);
  session.out.note("The old key is refused from now on.\nThe key is now:");
  session.out.result(keysJson(farmId, newKey, undefined), newKey);
}

/**
 * In the name of the farm's owner, and only where the key is still the one that was read: of two who replace it at the
 * same moment one wins.
 */
async function replaceKey(session: OpenSession, farm: Farm, apiKey: string): Promise<void> {
  const { farmId } = farm;
  const database = await session.connections.open(ownerOf(farm));
  const outcome = await database.replace(`farms/${farmId}/apiKey`, farm.apiKey ?? null, apiKey);
  if (outcome === "denied") throw deniedByRules();
  if (outcome === "replaced") return;
  throw failed(
    `Somebody else changed the key of ${farmId} at this moment: yours was not stored.`,
    `See what it is now: ${farmCommand("key show", [farmId])}`,
  );
}

function aboutOld(farmId: string, oldKey: string): string {
  return `The old key is good as well, until ${farmCommand("key end-old", [farmId])}:\n${oldKey}`;
}

function keysJson(
  farmId: string,
  apiKey: string,
  oldKey: string | undefined,
): { readonly [name: string]: string | null } {
  return { farmId, apiKey, oldKey: oldKey ?? null };
}
