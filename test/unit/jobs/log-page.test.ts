/** The table of docs/operations.md names every event that the jobs log, with its severities, and no other. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Log } from "../../../jobs/src/log";

const PAGE = readFileSync(join(__dirname, "../../../docs/operations.md"), "utf8");
/** The table before it has the events of the functions. */
const [, JOBS = ""] = PAGE.split("## What the jobs log\n");

const RUN = { farms: 1, changed: 0, delivered: 0, undelivered: 0, milliseconds: 1 };
const FOLDS = { greenhouses: 1, folds: 0, milliseconds: 1 };

/** Calls each function of the log with all its fields. */
const OCCASIONS: Readonly<Record<keyof Log, (log: Log) => void>> = {
  runEnded: (log) => {
    for (const skipped of [0, 1]) log.runEnded({ ...RUN, skipped });
  },
  foldsEnded: (log) => {
    for (const unfinished of [0, 1]) log.foldsEnded({ ...FOLDS, unfinished });
  },
  greenhouseFailed: (log) => log.greenhouseFailed("g1", new Error("a bug")),
  alertsLeft: (log) => log.alertsLeft("f1", 1),
  alertRefused: (log) => log.alertRefused("f1", "below,temperature,air-1"),
  farmFailed: (log) => log.farmFailed("f1", new Error("a bug")),
  deliveryFailed: (log) => {
    for (const isFinal of [false, true]) log.deliveryFailed("f1", "email", "It is.", isFinal);
  },
  runFailed: (log) => log.runFailed(new Error("a bug")),
};

test("the table has every event and nothing else", () => {
  const logged = new Map<string, string[]>();
  const log = new Log(({ event, severity }) => {
    logged.set(String(event), [...(logged.get(String(event)) ?? []), severity]);
  });
  for (const occur of Object.values(OCCASIONS)) occur(log);

  const rows = [...JOBS.matchAll(/^\| `([a-z]+_[a-z_]+)` +\| ([A-Z]+(?:, [A-Z]+)*) /gm)];
  expect(Object.fromEntries(rows.map(([, event, severities]) => [event, severities]))).toEqual(
    Object.fromEntries([...logged].map(([event, severities]) => [event, severities.join(", ")])),
  );
});
