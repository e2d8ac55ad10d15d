import { describeAlert } from "../../../tools/cli/src/alerts/alert-text";
import type { Alert } from "@greenhouse/domain/alerts/model";

const SENSOR = {
  uid: "air",
  sensorName: "Air",
  greenhouse: "north",
  greenhouseName: "Tomatoes",
  since: Date.UTC(2026, 0, 15, 2, 14),
};
const below = { kind: "below", measurement: "temperature", value: 2.14, bound: 5 } as const;

test.each<[Omit<Alert, keyof typeof SENSOR> & { readonly extreme?: number }, string]>([
  [below, "2.1 °C, below 5 °C"],
  [{ ...below, extreme: 1.4 }, "2.1 °C, below 5 °C (lowest 1.4 °C)"],
  [{ ...below, extreme: 2.14 }, "2.1 °C, below 5 °C"],
  [{ kind: "above", measurement: "vpd", value: 1.657, bound: 1.6 }, "VPD 1.66 kPa, above 1.6 kPa"],
  [{ kind: "silent" }, "no readings since 2026-01-15T02:14Z"],
  [{ kind: "silent", measurement: "light" }, "no light readings since 2026-01-15T02:14Z"],
  [{ kind: "battery", value: 12, bound: 20 }, "battery 12 %, low"],
])("%j: %s", (alert, text) => {
  expect(describeAlert({ ...SENSOR, ...alert })).toBe(text);
});
