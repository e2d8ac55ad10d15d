/**
 * `database/rules/` takes its lists from `domain/`: a new measurement, kind of alert or role does not change the rules'
 * files.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALERT_KINDS } from "@greenhouse/domain/alerts/model";
import { LANGUAGES } from "@greenhouse/domain/words/languages";
import { LIGHT_SOURCES } from "@greenhouse/domain/rollups/daily";
import { RESERVED_UIDS } from "@greenhouse/domain/identity/keys";
import { BOUNDS, QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { LEVELS } from "@greenhouse/domain/rollups/rollups";
import { SENSOR_ROLES } from "@greenhouse/domain/identity/sensor-records";

const FOLDER = join(__dirname, "../../database/rules");
const WORDS = [
  ...QUANTITIES,
  // Rollups also have a min and a max.
  ...BOUNDS.filter((bound) => bound !== "min" && bound !== "max"),
  ...ALERT_KINDS,
  ...LANGUAGES,
  ...Object.keys(LIGHT_SOURCES),
  ...LEVELS,
  ...SENSOR_ROLES,
  ...RESERVED_UIDS.filter((uid) => uid !== "updatedAt"),
];

/** Returns a file's text without its comments and the JSON's comments. */
function codeOf(file: string): string {
  const text = readFileSync(join(FOLDER, file), "utf8");
  return text.replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, "").replaceAll(/"\/\/": (?:'.*?'|".*?")/g, "");
}

it.each(readdirSync(FOLDER))("%s does not repeat a word of the lists in domain/", (file) => {
  const quoted = new Set(codeOf(file).match(/(?<=['"`|(])\w+(?=['"`|)])/g));
  expect(WORDS.filter((word) => quoted.has(word))).toEqual([]);
});
