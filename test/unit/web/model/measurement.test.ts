import { cardOf, CHARTED, chosenOf, shownOf } from "../../../../web/src/model/values/measurement";

test("shows neither tile nor chart for a battery", () => {
  expect(CHARTED).not.toContain("battery");
  expect(CHARTED.slice(0, 4)).toEqual(["temperature", "humidity", "light", "soilMoisture"]);
});

test("computes quantities if temperature and humidity are measured", () => {
  expect(shownOf(["temperature", "humidity", "co2"])).toEqual([
    "temperature",
    "humidity",
    "co2",
    "vpd",
    "dewPoint",
  ]);
  expect(shownOf(["temperature", "ph"])).toEqual(["temperature", "ph"]);
  expect(shownOf([])).toEqual([]);
});

test.each([
  ["what its owners chose", ["co2", "vpd"], ["temperature", "humidity", "co2", "vpd"], "co2 vpd"],
  ["temperature and humidity", [], ["temperature", "humidity", "light"], "temperature humidity"],
  ["of them what there is", [], ["temperature", "light"], "temperature"],
  ["not what is measured no more", ["ec"], ["temperature", "light"], "temperature"],
  ["what there is instead", [], ["light", "soilMoisture", "ec"], "light soilMoisture"],
  ["nothing", ["ec"], [], ""],
] as const)("shows %s on a card", (_, chosen, all, expected) => {
  expect(cardOf(chosen, all).join(" ")).toBe(expected);
});

test("keeps chosen quantities that are not measured now while there is space", () => {
  const measured = ["temperature", "humidity", "light"] as const;
  expect(chosenOf(["temperature"], ["temperature", "humidity", "ec"], measured)).toEqual([
    "temperature",
    "ec",
  ]);
  expect(chosenOf(measured, ["temperature", "humidity", "ec"], measured)).toEqual(measured);
});
