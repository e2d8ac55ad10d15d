/** Names that all parts of the local stack share. */

import path from "node:path";

/** A `demo-` project needs no account and cannot access real services. */
export const PROJECT = "demo-farm";
export const REGION = "us-central1";
/** The database instance: the emulators' namespace. */
export const NAMESPACE = `${PROJECT}-default-rtdb`;

const ROOT = path.join(import.meta.dirname, "../../..");

/** A path below the project's folder. */
export function fromRoot(...names: readonly string[]): string {
  return path.join(ROOT, ...names);
}
