import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AMBIENT } from "@greenhouse/domain/quantities/measurements";
import { Unavailable } from "@greenhouse/database/client/database";
import { Log } from "../../../functions/src/log";

const logged: object[] = [];
const log = new Log((entry) => logged.push(entry));
beforeEach(() => (logged.length = 0));

test("logs an error's cause", () => {
  const cause = new Error("inner");
  log.databaseUnavailable("reportIp", new Unavailable("failed", "It failed.", { cause }));
  expect(logged).toMatchObject([
    { message: "It failed.", cause: expect.stringContaining("inner") },
  ]);
});

test("never logs an unregistered name, which may be a key", () => {
  log.requestRefused("sensorData", { code: "sensor-not-found", uid: "secret" });
  log.requestRefused("reportIp", { code: "farm-not-found", farmId: "herbs-gateway" });
  expect(logged).toMatchObject([
    { message: "Sensor UID not found: 2bb80d53 (6 characters)" },
    { message: "Farm ID not found: 7fba99d1 (13 characters)" },
  ]);
});

test("names an ignored field if its name is too short for a key", () => {
  const key = "5f4dcc3b5aa765d61d8327deb882cf99";
  log.fieldsIgnored("u1", ["temp", "CO2", key, "soil-moisture", "b", "c"], AMBIENT);
  const message = expect.stringContaining(
    "u1 sends fields that are ignored: temp, CO2, 3f2cd8e5 (32 characters), soil-moisture, b. " +
      "The accepted measurements are temperature, humidity, light.",
  ) as string;
  expect(logged).toMatchObject([{ severity: "INFO", event: "fields_ignored", message }]);
});

/** Filters and alerts of operators use these names. */
const EVENTS: Readonly<Record<keyof Log, readonly [call: () => void, ...events: string[]]>> = {
  requestRefused: [
    () => log.requestRefused("sensorData", { code: "sensor-not-linked" }),
    "INFO request_refused",
  ],
  databaseUnavailable: [
    () => {
      for (const reason of ["timeout", "failed", "denied"] as const) {
        log.databaseUnavailable("sensorData", new Unavailable(reason, "It is."));
      }
    },
    "WARNING database_unavailable",
    "ERROR database_unavailable",
    "ERROR database_denied",
  ],
  fieldsIgnored: [() => log.fieldsIgnored("u1", ["temp"], ["light"]), "INFO fields_ignored"],
  intervalUnread: [
    () => {
      for (const reason of ["timeout", "denied"] as const)
        log.intervalUnread("u1", new Unavailable(reason, "It is."));
    },
    "WARNING interval_unread",
    "ERROR interval_unread",
  ],
  outputsFailed: [
    () => {
      for (const reason of ["timeout", "denied"] as const) {
        log.outputsFailed("u1", new Unavailable(reason, "It is."));
      }
    },
    "WARNING outputs_failed",
    "ERROR outputs_failed",
  ],
  registrationDenied: [() => log.registrationDenied("u1"), "ERROR registration_denied"],
  overrideIgnored: [() => log.overrideIgnored(), "WARNING override_ignored"],
  unexpectedError: [
    () => log.unexpectedError("sensorData", new Error("a bug")),
    "ERROR unexpected_error",
  ],
};

test.each(Object.entries(EVENTS))("%s logs its events", (_, [call, ...events]) => {
  call();
  const entries = logged as { readonly severity: string; readonly event: string }[];
  expect(entries.map(({ severity, event }) => `${severity} ${event}`)).toEqual(events);
});

test("docs/operations.md lists every event of the functions with its severity, and no other", () => {
  const page = readFileSync(join(__dirname, "../../../docs/operations.md"), "utf8");
  const [, section = ""] = page.split(/^#+ What the functions log$/m);
  const [own = ""] = section.split(/^#+ /m);
  const rows = [...own.matchAll(/^\| `([a-z_]+)` +\| ([A-Z]+) /gm)];
  const listed = rows.map(([, event, severity]) => `${severity} ${event}`);
  expect(listed.sort()).toEqual(
    Object.values(EVENTS)
      .flatMap(([, ...events]) => events)
      .sort(),
  );
});
