/** Divides the page's code into few files, because many small ones compress worse. */

interface FileGroup {
  readonly name: string;
  readonly test: (module: string) => boolean;
  readonly priority: number;
}

/** The name of the file with Firebase's SDK. */
export const SDK_FILE = "firebase";

/**
 * The files, with the modules or folders that each file holds together with all their imports. A module that several
 * files need is in the first of these files.
 */
const FILES: Readonly<Record<string, readonly string[]>> = {
  // Includes what the overview and a greenhouse share, so that a greenhouse does not load the overview.
  page: [
    "web/src/main.tsx",
    "web/src/shared/problems/",
    "web/src/shared/values/value.tsx",
    "web/src/model/days/folded-hours.ts",
    "web/src/model/farm/names.ts",
    "web/src/model/history/corrected-folds.ts",
    "web/src/model/history/known-history.ts",
    "web/src/model/plot/excursions.ts",
    "web/src/model/values/summary.ts",
    "domain/alerts/links.ts",
    "domain/outputs/condition.ts",
    "domain/outputs/records.ts",
    "domain/rollups/folding.ts",
  ],
  [SDK_FILE]: ["web/src/data/connection/firebase.ts"],
  overview: ["web/src/overview/"],
  charts: ["web/src/greenhouse/"],
  // Apart from the other tools, because it appears before the charts.
  night: ["web/src/daily/last-night.tsx"],
  // Without this file, one of the next files would load another one.
  common: [
    "web/src/shared/",
    "web/src/model/values/",
    "web/src/model/input/typed-number.ts",
    "web/src/data/changes/invitation-changes.ts",
    "web/src/data/changes/push.ts",
    "domain/zoned-time.ts",
  ],
  // The page loads the code that works offline after the first view.
  account: ["web/src/account/", "web/src/join/", "web/src/offline/"],
  session: ["web/src/data/connection/session.ts"],
  alerts: ["web/src/alerts/"],
  forms: ["web/src/settings/", "web/src/sensors/", "web/src/boards/", "node_modules/lean-qr/"],
  tools: ["web/src/charts/", "web/src/daily/", "web/src/data/history/", "web/src/export/"],
  outputs: ["web/src/outputs/"],
  // The page of a sensor, and the dialogs that change what readings mean.
  sensor: ["web/src/sensor/", "web/src/corrections/"],
  // Only for greenhouses with plans, and for owners who add one.
  plans: ["web/src/plans/"],
};

export function fileGroups(): FileGroup[] {
  return Object.entries(FILES).map(([name, places], index, all) => ({
    name,
    test: (module) => places.some((place) => module.includes(`/${place}`)),
    priority: all.length - index,
  }));
}
