/**
 * Finds out why no function of a suite can start. firebase-tools does not answer for such a function, so an event would
 * wait for ten minutes.
 */

import { createRequire } from "node:module";
import path from "node:path";
import type { Address } from "./functions-client";
import { listBackends } from "./functions-request";

/** firebase-functions loads it through firebase-admin. For npm it is optional. */
const FIRESTORE = "@google-cloud/firestore";
const ANSWER_MS = 2_000;

/** Returns a line for the developer; undefined if nothing is known to be wrong. */
export async function findStartProblem(functionsEmulator: Address): Promise<string | undefined> {
  // Without an answer nothing is known.
  const backends = await listBackends(functionsEmulator, ANSWER_MS).catch(() => []);
  for (const { directory } of backends) {
    if (directory !== undefined && lacksFirestore(directory)) return missingFirestore(directory);
  }
  const isEmpty = backends.every(({ functionTriggers = [] }) => functionTriggers.length === 0);
  return isEmpty && backends.length > 0 ? NOTHING_LOADED : undefined;
}

const NOTHING_LOADED =
  "The functions emulator has loaded no function. firebase-tools says why: Failed to load function definition from source.";

/** @param folder of the functions. It may be on another machine, where nothing is found. */
function lacksFirestore(folder: string): boolean {
  const functions = resolve("firebase-functions", path.join(folder, "index.js"));
  const admin = functions && resolve("firebase-admin/app", functions);
  return admin !== undefined && resolve(FIRESTORE, admin) === undefined;
}

/** Returns the file that a module gets for a package. */
function resolve(name: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(name);
  } catch {
    return undefined;
  }
}

function missingFirestore(folder: string): string {
  return (
    `The functions in ${folder} cannot start, because ${FIRESTORE} is missing there, which firebase-functions loads. ` +
    `npm leaves it out on Node 20. Install the packages of the functions again with Node 22 or newer.`
  );
}
