/** What is kept on a device: what a farm shows, never its keys; and nothing where there is no place to keep it. */

import { hasKnown, isKept, isOld, loadSnapshot, remember } from "../../../../web/src/data/known";

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
])("%s is kept", (path) => {
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
  "sensors/tomatoes/history",
  "invitations/a",
])("%s is not", (path) => {
  expect(isKept(path)).toBe(false);
});

test("a device that keeps nothing loses nothing but that", async () => {
  const said = jest.spyOn(console, "info").mockImplementation(() => undefined);
  expect(await loadSnapshot("me")).toBeUndefined();
  expect(said).toHaveBeenCalledTimes(1);
  said.mockRestore();
  remember("farms/a/name", "Sunny Acres");
  expect([hasKnown("farms/a/name"), isOld("farms/a/name")]).toEqual([true, false]);
});
