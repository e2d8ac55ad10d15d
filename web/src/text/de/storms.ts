/** A line for many problems of the same kind, in German. */

import type { StormTexts } from "../en/storms";

export const de: StormTexts = {
  greenhouses: (count) => `${count} Gewächshäuser`,
  sensorsIn: (count, place) =>
    `${count === 1 ? "1 Sensor" : `${count} Sensoren`}${place === undefined ? "" : ` in ${place}`}`,
  sensors: (count, greenhouses) => `${count} Sensoren in ${greenhouses} Gewächshäusern`,
  ownLimits: "ihren Grenzwerten",
  extreme: (isHighest, isTemperature) => {
    if (isTemperature) return isHighest ? "am wärmsten" : "am kältesten";
    return isHighest ? "am höchsten" : "am niedrigsten";
  },
  first: "die ersten",
  lowBattery: "Batterie schwach",
  faults: "Sensorfehler",
};
