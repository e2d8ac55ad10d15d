/** Bugs of corrected readings that the scene `corrections` must find. */

import type { PlantedBug } from "./planted-bugs.ts";

const BUGS: readonly Omit<PlantedBug, "scene">[] = [
  {
    name: "a calibration applies from when it was stored",
    auditor: "rollups",
    file: "domain/quantities/corrections.ts",
    code: `calibration.quantity === quantity && calibration.from <= at`,
    bug: `calibration.quantity === quantity && calibration.at <= at`,
  },
  {
    name: "folds ignore exclusions",
    auditor: "rollups",
    file: "database/rollups/history.ts",
    code: `folds.add(uid, entry.updatedAt, entry.measurements);`,
    bug: `folds.add(uid, entry.updatedAt, { ...entry.measurements, ...entry.excluded });`,
  },
  {
    name: "an alert stays open when its value is excluded",
    auditor: "corrected alerts",
    file: "jobs/src/watch/decide.ts",
    code: `if (isAboutExcluded(alert, sensor)) return remove(id, alert, check);`,
    bug: ``,
  },
  {
    name: "what is undone is not folded again",
    auditor: "rollups",
    file: "domain/quantities/changed-spans.ts",
    code: `return Math.max(at, undoneAt ?? at);`,
    bug: `return undoneAt === undefined ? at : Math.min(at, undoneAt);`,
  },
  {
    name: "changes count as folded that came after the read",
    auditor: "rollups",
    file: "database/rollups/step.ts",
    code: `const after = { from, until, correctedAt, again };`,
    bug: `const after = { from, until, correctedAt: Math.floor(arguments[0].now()), again };`,
  },
  {
    name: "the last hour of an exclusion is not folded again",
    auditor: "rollups",
    file: "database/rollups/noted-changes.ts",
    code: `until: Math.min(startOf("hour", until + HOUR_MS - 1), before.until),`,
    bug: `until: Math.min(startOf("hour", until), before.until),`,
  },
];

export const BUGS_OF_CORRECTIONS: readonly PlantedBug[] = BUGS.map((bug) => ({
  ...bug,
  scene: "corrections",
}));
