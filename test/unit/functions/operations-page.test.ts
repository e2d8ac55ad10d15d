/** The table of docs/operations.md names every event that the functions log, with its severity, and no other. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Unavailable } from "@greenhouse/database/client/database";
import { Log } from "../../../functions/src/log";

const PAGE = readFileSync(join(__dirname, "../../../docs/operations.md"), "utf8");

/** Calls each function of the log with all its fields. */
const OCCASIONS: Readonly<Record<keyof Log, (log: Log) => void>> = {
  requestRefused: (log) => log.requestRefused("sensorData", { code: "sensor-not-linked" }),
  databaseUnavailable: (log) => {
    for (const reason of ["timeout", "failed", "denied"] as const) {
      log.databaseUnavailable("sensorData", new Unavailable(reason, "It is."));
    }
  },
  fieldsIgnored: (log) => log.fieldsIgnored("u1", ["temp"], ["light"]),
  outputsFailed: (log) => {
    for (const reason of ["timeout", "denied"] as const) {
      log.outputsFailed("u1", new Unavailable(reason, "It is."));
    }
  },
  registrationDenied: (log) => log.registrationDenied("u1"),
  overrideIgnored: (log) => log.overrideIgnored(),
  unexpectedError: (log) => log.unexpectedError("sensorData", new Error("a bug")),
};

test("every event stands in the table, and nothing else", () => {
  const logged = new Set<string>();
  const log = new Log(({ event, severity }) => logged.add(`${String(event)} ${severity}`));
  expect(Object.getOwnPropertyNames(Log.prototype).sort()).toEqual(
    ["constructor", ...Object.keys(OCCASIONS)].sort(),
  );
  for (const occur of Object.values(OCCASIONS)) occur(log);

  const rows = [...PAGE.matchAll(/^\| `([a-z_]+)` +\| ([A-Z]+) /gm)];
  expect(rows.map(([, event, severity]) => `${event} ${severity}`).sort()).toEqual(
    [...logged].sort(),
  );
});
