/** Random ids and keys. */

import { FARM_KEY_BYTES, farmKeyOf } from "@greenhouse/domain/identity/farm-key";
import { idOf } from "@greenhouse/domain/identity/readable-ids";

/** Returns a readable id that starts with the name. */
export function newId(name: string): string {
  return idOf(name, randomBytes(5));
}

/** Returns a function that makes ids of names. All of its ids end with the same random characters. */
export function createIds(): (name: string) => string {
  const bytes = randomBytes(5);
  return (name) => idOf(name, bytes);
}

export function newFarmKey(): string {
  return farmKeyOf(randomBytes(FARM_KEY_BYTES));
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
