/** The cached data of a device: a farm's values, but never its keys. */

import { isKept } from "../../../../web/src/model/farm/kept-paths";

test.each([
  "farms/a/name",
  "farms/a/members",
  "farms/a/names",
  "farms/a/place",
  "greenhouses",
  "registeredSensors",
  "lastSeen/a",
  "alerts/a/open",
  "sensors/tomatoes/current",
  "sensors/tomatoes/bySensor",
  "users/me/farms",
  "users/me/preferences",
  "settings/farmCreation",
  "farmCreators/me",
  "rollupCoverage/tomatoes",
  "greenhouseRollups/tomatoes/hour/temperature",
])("caches %s", (path) => {
  expect(isKept(path)).toBe(true);
});

test.each([
  "farms/a",
  "farms/a/apiKey",
  "sensorKeys/air",
  "alertSettings/a",
  "alertSettings/a/webhook",
  "users/me",
  "users/me/alerts",
  "settings",
  "farmCreators",
  "sensors/tomatoes/history",
  "invitations/a",
  "rollups/tomatoes/air/hour/temperature",
])("does not cache %s", (path) => {
  expect(isKept(path)).toBe(false);
});
