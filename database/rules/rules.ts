/** All rules of the database. `npm run generate` writes database.rules.json from them. */

import { ALERT_MESSAGES } from "./alert-messages.ts";
import { ALERTS } from "./alerts.ts";
import { FARMS } from "./farms.ts";
import { generate } from "./generate.ts";
import { GREENHOUSES } from "./greenhouses.ts";
import { OUTPUTS } from "./outputs.ts";
import { PEOPLE } from "./people.ts";
import { READINGS } from "./readings.ts";
import { ROLLUPS } from "./rollups.ts";
import { SENSORS } from "./sensors.ts";

const INTRODUCTION = `Who may do what. Everything that no rule grants is denied. Generated from database/rules/ by "npm run generate".

  owner          farms/<farmId>/members/<authUid> is "owner": reads and changes everything of the farm, its key too
  viewer         the same path holds "viewer": reads everything of the farm but its keys and webhook, acknowledges alerts, writes notes,
                 and may leave
  anyone else    signed in: creates farms, unless the deployment has closed that, and owns them; joins one with an
                 invitation; signed out, or with a slash in the uid: nothing
  sensor-ingest  the functions (databaseAuthVariableOverride): looks up one sensor or one farm key at a time, and
                 adds readings of sensors that are linked to a greenhouse at that moment, and the key of each signed
                 reading, which must be in force at that moment; belongs to no farm
  farm-watch     the jobs (databaseAuthVariableOverride): reads what alerts are decided from, of one farm or
                 greenhouse at a time; records the alerts of farms that have alertSettings, each look once, and
                 answers test messages; folds history into rollups; belongs to no farm, and acknowledges, configures
                 and registers nothing
  nobody         deletes a farm or a greenhouse, gives one to another farm, creates a farm under an id that was used
                 before, writes on another person's list of farms, makes somebody a member who did not ask for it, or
                 changes or deletes history or the log of alerts

How to read it. A .read or .write grants its path and all below it, and nothing further down takes that back; so
.write says who and when, and refuses deletions unless it says otherwise. A .validate grants nothing; it says what a
value must look like, and is not asked where the new value is null. A comment repeats each condition with names in
the place of expressions (database/rules/predicates.ts says what they mean); "after:" is the tree as the write leaves it. A null
where a text is needed (auth.uid of nobody, a missing farm) makes child() fail, and a failure denies. child() also
follows slashes, so no id that is stored as a value may hold one.
Everything has a bound: whatever can be written is a text of a largest length, a number, or an object of known
children, and none of them has a priority.`;

export const SUBTREES = {
  ...FARMS,
  ...GREENHOUSES,
  ...SENSORS,
  ...PEOPLE,
  ...ALERTS,
  ...ALERT_MESSAGES,
  ...ROLLUPS,
  ...READINGS,
  ...OUTPUTS,
};

/** The text of database.rules.json. */
export const RULES_TEXT = generate(INTRODUCTION, SUBTREES);
