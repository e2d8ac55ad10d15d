/** Alerts, and the ways to tell people of them, in words. Pure. */

import type { AlertFact, Channel } from "../../domain/src/alerts";
import { DIGITS, QUANTITIES, UNITS, type Quantity } from "../../domain/src/measurements";

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  email: "e-mail",
  push: "push",
  webhook: "webhook",
};

/** Such as `temperature 2.1 °C, below 5 °C`. Pure. */
export function describeAlert(
  alert: Pick<AlertFact, "kind" | "measurement" | "value" | "bound"> & {
    readonly extreme?: number;
  },
): string {
  const { kind, measurement, bound, extreme, value = extreme } = alert;
  const name = measurement ?? "";
  const word = wordOf(name);
  switch (kind) {
    case "above":
    case "below": {
      const worst =
        extreme === undefined || extreme === value ? "" : ` (at worst ${quantity(extreme, name)})`;
      return `${word} ${quantity(value, name)}, ${kind} ${quantity(bound, name)}${worst}`;
    }
    case "fault":
      // Not rounded: 100.4 % would look like a possible value.
      return `${[word, value ?? "?", unitOf(name)].join(" ").trimEnd()}: sensor fault`;
    case "silent":
      return measurement === undefined ? "no readings" : `no ${word}`;
    case "battery":
      return `battery ${quantity(value, "battery")}, at or below ${quantity(bound, "battery")}`;
  }
}

function wordOf(name: string): string {
  return name === "vpd" ? "VPD" : name === "dewPoint" ? "dew point" : name;
}

/** Zeros after the separator are left out. */
function quantity(value: number | undefined, name: string): string {
  if (value === undefined) return "?";
  const known = knownQuantity(name);
  if (known === undefined) return String(value);
  return `${Number(value.toFixed(DIGITS[known]))} ${UNITS[known]}`;
}

function unitOf(name: string): string {
  const known = knownQuantity(name);
  return known === undefined ? "" : UNITS[known];
}

function knownQuantity(name: string): Quantity | undefined {
  return QUANTITIES.find((each) => each === name);
}
