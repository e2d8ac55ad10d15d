/**
 * Checks that the rules in force are the project's: by what they allow and, beside a database.rules.json, by their
 * text.
 */

import { FUNCTIONS_UID } from "@greenhouse/domain/identity/keys";
import type { Connections, Database } from "../core/database";
import { bad, ok, warn } from "./check";
import type { DoctorResult } from "./check";
import { NOWHERE } from "./probe-id";

const NAME = "rules";
const DEPLOY = "npx firebase deploy --only database";

export async function checkRules(
  database: Database,
  connections: Connections,
  shipped: string | undefined,
): Promise<DoctorResult> {
  const [stranger, functions] = [
    await connections.open(NOWHERE),
    await connections.open(FUNCTIONS_UID),
  ];
  const [everyFarm, farmsOfFunctions, oneSensor] = await Promise.all([
    stranger.tryRead("farms"),
    functions.tryRead("farms"),
    functions.tryRead(`registeredSensors/${NOWHERE}`),
  ]);
  if (everyFarm.outcome === "read" || farmsOfFunctions.outcome === "read") {
    return bad(
      NAME,
      "Everybody may read every farm, keys included: the rules are not the project's.",
      `Deploy them at once: ${DEPLOY}`,
    );
  }
  if (oneSensor.outcome === "denied") {
    return bad(
      NAME,
      "The functions may not look up a sensor: the rules are not the project's.",
      `Deploy them: ${DEPLOY}`,
    );
  }
  return compareTexts(await database.readRules(), shipped);
}

function compareTexts(inForce: string, shipped: string | undefined): DoctorResult {
  if (shipped === undefined) return ok(NAME, "They keep strangers out and let the functions in.");
  if (inForce.trim() === shipped.trim()) return ok(NAME, "Those of database.rules.json.");
  return warn(
    NAME,
    "They do their work, but differ from database.rules.json here.",
    `Deploy the file, unless another version is meant to be in force: ${DEPLOY}`,
  );
}
