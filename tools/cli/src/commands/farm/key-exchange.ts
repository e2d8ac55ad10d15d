/** Shows, replaces and exchanges a key, for `farm key` and `farm sensor key`. */

import {
  checkOldKey,
  FARM_KEY_BYTES,
  farmKeyOf,
  formatFarmKeys,
  MAX_OLD_CHARACTERS,
  MIN_PAIRED_CHARACTERS,
} from "@greenhouse/domain/identity/farm-key";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { JsonObject, ReplaceOutcome } from "../../core/database";
import { failed } from "../../core/failure";
import { ownerOf } from "../../farm/stored-farms";
import type { Farm } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import { deniedByRules } from "../../core/session";
import type { OpenSession } from "../../core/session";

/** A farm or a sensor that has a key. */
export interface KeyHolder {
  readonly id: string;
  /** The start of its commands. */
  readonly command: "key" | "sensor key";
  /** Its owners change the key. */
  readonly farm: Farm;
  /**
   * Stores a single key or a pair as an owner, only if the key is still the one that was read. So when two people replace it
   * at the same moment, one of them succeeds.
   */
  readonly replace: (owner: string, keys: string) => Promise<ReplaceOutcome>;
  /** @throws CommandError if the key is missing */
  readonly requireKeys: () => FarmKeys;
  readonly toJson: (keys: FarmKeys) => JsonObject;
  /** Consequences of replacing the key, and of ending the old key. */
  readonly consequences: { readonly whenReplaced: string; readonly whenEnded: string };
}

export function showKey({ out }: OpenSession, holder: KeyHolder): void {
  const keys = holder.requireKeys();
  if (keys.old !== undefined) out.note(`${aboutOld(holder, keys.old)}\nThe new key:`);
  out.result(holder.toJson(keys), keys.key);
}

export async function rotateKey(
  session: OpenSession,
  holder: KeyHolder,
  { keepOld }: { readonly keepOld?: true },
): Promise<void> {
  const old = keepOld === true ? requireOldKey(holder) : undefined;
  if (old === undefined) {
    await session.confirmation.confirm(
      `Replace the key of ${holder.id}? ${holder.consequences.whenReplaced}`,
    );
  }
  const keys = { key: farmKeyOf(session.randomBytes(FARM_KEY_BYTES)), old };
  await replaceKey(holder, keys);
  const next = holder.command === "key" ? ", for all devices and the gateway" : "";
  session.out.note(
    old === undefined
      ? "The old key is refused from now on."
      : `${aboutOld(holder, old)}\nThe new key${next}:`,
  );
  session.out.result(holder.toJson(keys), keys.key);
}

export async function endOldKey(session: OpenSession, holder: KeyHolder): Promise<void> {
  const { id, command } = holder;
  const { key, old } = holder.requireKeys();
  if (old === undefined) {
    throw failed(
      `${id} has only one key.`,
      `To add a second one: ${farmCommand(`${command} rotate`, [id], { options: "--keep-old" })}`,
    );
  }
  await session.confirmation.confirm(`End the old key of ${id}? ${holder.consequences.whenEnded}`);
  const keys = { key, old: undefined };
  await replaceKey(holder, keys);
  session.out.note("The old key is refused from now on.\nThe key is now:");
  session.out.result(holder.toJson(keys), key);
}

/** @throws CommandError if the key cannot be kept beside a new one */
function requireOldKey(holder: KeyHolder): string {
  const { id, command } = holder;
  const { key, old } = holder.requireKeys();
  if (old !== undefined) {
    throw failed(
      `${id} already has two keys: an exchange is under way.`,
      `Finish it first: ${farmCommand(`${command} end-old`, [id])}`,
    );
  }
  const problem = problemOfOldKey(key);
  if (problem === undefined) return key;
  throw failed(
    `The key of ${id} cannot be kept beside a new one: ${problem}.`,
    `Replace it at once: ${farmCommand(`${command} rotate`, [id])}. ${holder.consequences.whenReplaced}`,
  );
}

function problemOfOldKey(key: string): string | undefined {
  switch (checkOldKey(key)) {
    case "comma":
      return "the old key contains a comma, which separates two keys";
    case "tooShort":
      return `the old key has ${key.length} characters; each of two keys needs at least ${MIN_PAIRED_CHARACTERS}`;
    case "tooLong":
      return `the old key has ${key.length} characters; a key beside a new one may have at most ${MAX_OLD_CHARACTERS}`;
    case undefined:
      return undefined;
  }
}

async function replaceKey(
  { id, command, farm, replace }: KeyHolder,
  keys: FarmKeys,
): Promise<void> {
  const outcome = await replace(ownerOf(farm), formatFarmKeys(keys));
  if (outcome === "denied") throw deniedByRules();
  if (outcome === "replaced") return;
  throw failed(
    `Somebody else changed the key of ${id} at the same moment. Your key was not stored.`,
    `See the present key: ${farmCommand(`${command} show`, [id])}`,
  );
}

function aboutOld({ id, command }: KeyHolder, oldKey: string): string {
  return `The old key stays valid until ${farmCommand(`${command} end-old`, [id])}:\n${oldKey}`;
}
