/**
 * Checks that the project's rules are deployed: by what they allow and, if there is a
 * database.rules.json, by their text.
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
      "Anybody can read all farms, keys included: these are not the project's rules.",
      `Deploy them at once: ${DEPLOY}`,
    );
  }
  if (oneSensor.outcome === "denied") {
    return bad(
      NAME,
      "The functions cannot look up a sensor: these are not the project's rules.",
      `Deploy them: ${DEPLOY}`,
    );
  }
  return compareTexts(await database.readRules(), shipped);
}

function compareTexts(inForce: string, shipped: string | undefined): DoctorResult {
  if (shipped === undefined) return ok(NAME, "They keep strangers out and let the functions in.");
  if (inForce.trim() === shipped.trim()) return ok(NAME, "The same as database.rules.json.");
  return warn(
    NAME,
    "They work, but differ from database.rules.json here.",
    `Deploy the file, unless you want another version: ${DEPLOY}`,
  );
}
