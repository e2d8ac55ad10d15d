/** A line for many problems of the same kind, in English. */

export const en = {
  greenhouses: (count: number): string => `${count} greenhouses`,
  /** @param place the greenhouse; undefined if it is the one on the screen */
  sensorsIn: (count: number, place: string | undefined): string =>
    `${count === 1 ? "1 sensor" : `${count} sensors`}${place === undefined ? "" : ` in ${place}`}`,
  sensors: (count: number, greenhouses: number): string =>
    `${count} sensors in ${greenhouses} greenhouses`,
  ownLimits: "their limits",
  extreme: (isHighest: boolean, isTemperature: boolean): string => {
    if (isTemperature) return isHighest ? "warmest" : "coldest";
    return isHighest ? "highest" : "lowest";
  },
  /** Followed by "since 02:10". */
  first: "the first",
  lowBattery: "low battery",
  faults: "sensor faults",
};

export type StormTexts = typeof en;
