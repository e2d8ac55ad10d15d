import { parseRoute, pathOf, sensorOfCodeHash } from "../../../../web/src/model/input/route";

test.each([
  ["/", { view: "start" }],
  ["/farms", { view: "farms" }],
  ["/join/sunny-acres/abc_-9", { view: "join", invitedTo: "sunny-acres", token: "abc_-9" }],
  ["/f/sunny-acres", { view: "farm", farmId: "sunny-acres" }],
  ["/f/a%20%C3%A4/g/b%25", { view: "greenhouse", farmId: "a ä", greenhouseId: "b%" }],
  ["/f/x/sensors", { view: "sensors", farmId: "x" }],
  ["/f/x/alerts", { view: "alerts", farmId: "x" }],
  ["/f/x/settings", { view: "settings", farmId: "x" }],
  ["/f/x/settings/b%25", { view: "settings", farmId: "x", greenhouseId: "b%" }],
] as const)("parses %s and writes the same address", (path, route) => {
  expect(parseRoute(path)).toEqual(route);
  expect(pathOf(route)).toBe(path);
});

test.each([
  "/f",
  "/farms/x",
  "/g/x",
  "/f/x/y",
  "/f/x/g",
  "/f/x/sensors/y",
  "/f/x/settings/y/z",
  "/f/x/settings/a.b",
  "/f/x/g/y/z",
  "/f/a%2Fb",
  "/f/a.b",
  "/f/%5B%5D",
  "/f/%00",
  "/f/%",
])("rejects the address %s", (path) => {
  expect(parseRoute(path)).toEqual({ view: "unknown" });
});

test("reads the sensor of the code from the hash", () => {
  expect(sensorOfCodeHash("#code-a%20%C3%A4%2F%25")).toBe("a ä/%");
  expect(sensorOfCodeHash("#sensor-x")).toBeUndefined();
  expect(sensorOfCodeHash("")).toBeUndefined();
});
