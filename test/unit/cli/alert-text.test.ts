import { describeAlert } from "../../../cli/src/alert-text";

const below = { kind: "below", measurement: "temperature", value: 2.14, bound: 5 } as const;

test.each([
  [below, "temperature 2.1 °C, below 5 °C"],
  [{ ...below, extreme: 1.4 }, "temperature 2.1 °C, below 5 °C (at worst 1.4 °C)"],
  [{ ...below, extreme: 2.14 }, "temperature 2.1 °C, below 5 °C"],
  [
    { kind: "above", measurement: "vpd", value: 1.657, bound: 1.6 } as const,
    "VPD 1.66 kPa, above 1.6 kPa",
  ],
  [
    { kind: "fault", measurement: "temperature", value: -127 } as const,
    "temperature -127 °C: sensor fault",
  ],
  [
    { kind: "fault", measurement: "humidity", value: 1e300 } as const,
    "humidity 1e+300 %: sensor fault",
  ],
  [
    { kind: "fault", measurement: "humidity", value: 100.4 } as const,
    "humidity 100.4 %: sensor fault",
  ],
  [
    { kind: "above", measurement: "dewPoint", value: 13, bound: 12 } as const,
    "dew point 13 °C, above 12 °C",
  ],
  [{ kind: "silent", measurement: "vpd" } as const, "no VPD"],
  [{ kind: "silent" } as const, "no readings"],
  [{ kind: "silent", measurement: "light" } as const, "no light"],
  [{ kind: "battery", value: 12, bound: 20 } as const, "battery 12 %, at or below 20 %"],
  // As a person may have written it by hand.
  [{ kind: "below" } as const, " ?, below ?"],
])("%j: %s", (alert, text) => {
  expect(describeAlert(alert)).toBe(text);
});
