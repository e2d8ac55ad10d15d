/** What `database/rules/` asks of `domain/`: a new measurement, kind of alert or role changes no file there. */

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
  // A rollup has a min and a max, too.
  ...BOUNDS.filter((bound) => bound !== "min" && bound !== "max"),
  ...ALERT_KINDS,
  ...LANGUAGES,
  ...Object.keys(LIGHT_SOURCES),
  ...LEVELS,
  ...SENSOR_ROLES,
  ...RESERVED_UIDS.filter((uid) => uid !== "updatedAt"),
];

/** Without comments, those for the JSON included. */
function codeOf(file: string): string {
  const text = readFileSync(join(FOLDER, file), "utf8");
  return text.replaceAll(/^ *(?:\/\/|\/?\*).*$/gm, "").replaceAll(/"\/\/": (?:'.*?'|".*?")/g, "");
}

it.each(readdirSync(FOLDER))("%s names no word of the lists in domain/", (file) => {
  const quoted = new Set(codeOf(file).match(/(?<=['"`|(])\w+(?=['"`|)])/g));
  expect(WORDS.filter((word) => quoted.has(word))).toEqual([]);
});
