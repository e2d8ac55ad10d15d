import { cardOf, CHARTED, chosenOf, shownOf } from "../../../../web/src/model/values/measurement";

test("a battery has neither tile nor chart", () => {
  expect(CHARTED).not.toContain("battery");
  expect(CHARTED.slice(0, 4)).toEqual(["temperature", "humidity", "light", "soilMoisture"]);
});

test("what is computed is there where temperature and humidity are measured", () => {
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
] as const)("on a card is %s", (_, chosen, all, expected) => {
  expect(cardOf(chosen, all).join(" ")).toBe(expected);
});

test("what was chosen and is not measured now stays chosen, while there is room", () => {
  const measured = ["temperature", "humidity", "light"] as const;
  expect(chosenOf(["temperature"], ["temperature", "humidity", "ec"], measured)).toEqual([
    "temperature",
    "ec",
  ]);
  expect(chosenOf(measured, ["temperature", "humidity", "ec"], measured)).toEqual(measured);
});
