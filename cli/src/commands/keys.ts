/** `farm key show|rotate|end-old`: the key that a farm's devices sign with. */

import type { Command } from "commander";
import {
  checkOldKey,
  FARM_KEY_BYTES,
  farmKeyOf,
  formatFarmKeys,
  MAX_OLD_CHARACTERS,
  MIN_PAIRED_CHARACTERS,
} from "../../../domain/src/farm-key";
import type { FarmKeys } from "../../../domain/src/farm-key";
import { failed } from "../failure";
import { ownerOf, requireFarm, requireKeys } from "../farms";
import type { Farm } from "../farms";
import { farmCommand } from "../hint";
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
    .option("--keep-old", "the old key stays valid beside the new one, until `key end-old`")
    .action(opened(rotateKey));
  key
    .command("end-old")
    .description("after `key rotate --keep-old`: only the new key is valid from now on")
    .argument("<farmId>")
    .action(opened(endOldKey));
}

async function showKey({ database, out }: OpenSession, farmId: string): Promise<void> {
  const keys = requireKeys(await requireFarm(database, farmId));
  if (keys.old !== undefined) out.note(`${aboutOld(farmId, keys.old)}\nThe new key:`);
  out.result(keysJson(farmId, keys), keys.key);
}

async function rotateKey(
  session: OpenSession,
  farmId: string,
  { keepOld }: { readonly keepOld?: true },
): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const old = keepOld === true ? requireOldKey(farm) : undefined;
  if (old === undefined) {
    await session.confirmation.confirm(
      `Replace the key of ${farmId}? Its devices are refused until they have the new one.`,
    );
  }
  const keys = { key: farmKeyOf(session.randomBytes(FARM_KEY_BYTES)), old };
  await replaceKey(session, farm, keys);
  session.out.note(
    old === undefined
      ? "The old key is refused from now on."
      : `${aboutOld(farmId, old)}\nThe new key, for all devices and the gateway:`,
  );
  session.out.result(keysJson(farmId, keys), keys.key);
}

/** @throws CommandError where no key can stay beside a new one */
function requireOldKey(farm: Farm): string {
  const { farmId } = farm;
  const { key, old } = requireKeys(farm);
  if (old !== undefined) {
    throw failed(
      `${farmId} has two keys already: one is being exchanged for the other.`,
      `Bring that to its end first: ${farmCommand("key end-old", [farmId])}`,
    );
  }
  const problem = problemOfOldKey(key);
  if (problem === undefined) return key;
  throw failed(
    `The key of ${farmId} cannot be kept beside a new one: ${problem}.`,
    `Devices are refused until they have the new one: ${farmCommand("key rotate", [farmId])}`,
  );
}

function problemOfOldKey(key: string): string | undefined {
  switch (checkOldKey(key)) {
    case "comma":
      return "the old key holds a comma, which would separate the two keys";
    case "tooShort":
      return `the old key has ${key.length} characters, and of two keys each needs ${MIN_PAIRED_CHARACTERS} or more`;
    case "tooLong":
      return `the old key has ${key.length} characters, and beside a new one there is room for ${MAX_OLD_CHARACTERS}`;
    case undefined:
      return undefined;
  }
}

async function endOldKey(session: OpenSession, farmId: string): Promise<void> {
  const farm = await requireFarm(session.database, farmId);
  const { key, old } = requireKeys(farm);
  if (old === undefined) {
    throw failed(
      `${farmId} has one key only.`,
      `A second one comes with ${farmCommand("key rotate", [farmId], { options: "--keep-old" })}`,
    );
  }
  await session.confirmation.confirm(
    `End the old key of ${farmId}? Devices that have not the new one yet are refused.`,
  );
  const keys = { key, old: undefined };
  await replaceKey(session, farm, keys);
  session.out.note("The old key is refused from now on.\nThe key is now:");
  session.out.result(keysJson(farmId, keys), key);
}

/**
 * In the name of the farm's owner, and only where the key is still the one that was read: of two who replace it at the
 * same moment one wins.
 */
async function replaceKey(session: OpenSession, farm: Farm, keys: FarmKeys): Promise<void> {
  const { farmId } = farm;
  const database = await session.connections.open(ownerOf(farm));
  const path = `farms/${farmId}/apiKey`;
  const outcome = await database.replace(path, farm.apiKey ?? null, formatFarmKeys(keys));
  if (outcome === "denied") throw deniedByRules();
  if (outcome === "replaced") return;
  throw failed(
    `Somebody else changed the key of ${farmId} at this moment: yours was not stored.`,
    `See what it is now: ${farmCommand("key show", [farmId])}`,
  );
}

function aboutOld(farmId: string, oldKey: string): string {
  return `The old key stays valid until ${farmCommand("key end-old", [farmId])}:\n${oldKey}`;
}

function keysJson(
  farmId: string,
  { key, old }: FarmKeys,
): { readonly [name: string]: string | null } {
  return { farmId, apiKey: key, oldKey: old ?? null };
}
