/** All rules of the database. `npm run generate` writes database.rules.json from them. */

import { ADDRESS_CODES } from "./address-codes.ts";
import { ALERT_MESSAGES } from "./alert-messages.ts";
import { ALERTS } from "./alerts.ts";
import { BOARDS } from "./boards.ts";
import { CORRECTIONS } from "./corrections.ts";
import { DELIVERIES } from "./deliveries.ts";
import { FARMS } from "./farms.ts";
import { generate } from "./generate.ts";
import { GREENHOUSES } from "./greenhouses.ts";
import { OUTPUT_PLANS } from "./output-plans.ts";
import { OUTPUTS } from "./outputs.ts";
import { PEOPLE } from "./people.ts";
import { READINGS } from "./readings.ts";
import { ROLLUPS } from "./rollups.ts";
import { SENSOR_LOG } from "./sensor-log.ts";
import { SENSORS } from "./sensors.ts";

const INTRODUCTION = `Who may do what. Everything that no rule allows is denied. Generated from database/rules/ by "npm run generate".

  owner          farms/<farmId>/members/<authUid> is "owner": reads and changes everything of the farm, including its key
  viewer         the same path contains "viewer": reads everything of the farm except its keys and webhook, acknowledges
                 alerts, writes notes, and may leave
  anyone else    signed in: creates farms and owns them, unless the deployment has switched that off; joins a farm with
                 an invitation; signed out, or with a slash in the uid: nothing
  sensor-ingest  the functions (databaseAuthVariableOverride): looks up one sensor or one farm key at a time; adds
                 readings of sensors that are linked to a greenhouse at that moment, and the key of each signed
                 reading, which must be valid at that moment; belongs to no farm
  farm-watch     the jobs (databaseAuthVariableOverride): reads what alerts are decided from, of one farm or
                 greenhouse at a time; records the alerts of farms that have alertSettings, each check once; answers
                 test messages; sends codes that confirm addresses; folds history into rollups; orders for plans of
                 outputs, only what a plan says; belongs to no farm, and acknowledges, configures and registers
                 nothing
  nobody         deletes a farm or a greenhouse, gives one to another farm, creates a farm under an id that was used
                 before, writes on another person's list of farms, makes a person a member who did not ask for it,
                 changes or deletes history, or the log of alerts or of a sensor, or removes a calibration or an
                 exclusion

How to read this file. A .read or .write allows its path and everything below, and no rule further down takes that back.
So .write says who may write and when, and denies deletions unless it mentions them. A .validate allows nothing: it
checks the form of a value, and the database skips it if the new value is null. A comment repeats each condition with
names instead of expressions. database/rules/predicates.ts defines the names; "after:" is the tree after the write. If
child() gets null instead of a text (auth.uid of a signed-out user, a missing farm), it fails, and a failure denies.
child() also follows slashes, so an id that is stored as a value must not contain a slash.
Everything has a bound: each writable value is a text with a maximum length, a number, or an object of known children.
None of them has a priority.`;

export const SUBTREES = {
  ...FARMS,
  ...GREENHOUSES,
  ...SENSORS,
  ...BOARDS,
  ...SENSOR_LOG,
  ...CORRECTIONS,
  ...PEOPLE,
  ...ALERTS,
  ...ALERT_MESSAGES,
  ...ADDRESS_CODES,
  ...DELIVERIES,
  ...ROLLUPS,
  ...READINGS,
  ...OUTPUTS,
  ...OUTPUT_PLANS,
};

/** The content of database.rules.json. */
export const RULES_TEXT = generate(INTRODUCTION, SUBTREES);
