import type { Quantity } from "../quantities/measurements.ts";
import type { Language } from "./languages.ts";

type Names = Readonly<Record<Quantity, string>>;

/** The names of the quantities, as written in the middle of a sentence. */
export const NAMES: Readonly<Record<Language, Names>> = {
  en: {
    temperature: "temperature",
    humidity: "humidity",
    light: "light",
    battery: "battery",
    soilMoisture: "soil moisture",
    co2: "CO₂",
    ec: "EC",
    ph: "pH",
    ppfd: "PPFD",
    pressure: "air pressure",
    windSpeed: "wind speed",
    vpd: "VPD",
    dewPoint: "dew point",
  },
  de: {
    temperature: "Temperatur",
    humidity: "Luftfeuchte",
    light: "Licht",
    battery: "Batterie",
    soilMoisture: "Bodenfeuchte",
    co2: "CO₂",
    ec: "EC",
    ph: "pH-Wert",
    ppfd: "PPFD",
    pressure: "Luftdruck",
    windSpeed: "Windgeschwindigkeit",
    vpd: "VPD",
    dewPoint: "Taupunkt",
  },
};

/** Shorter labels for tiles and cards, which have no space for long names. */
const SHORT_LABELS: Readonly<Record<Language, Partial<Names>>> = {
  en: {},
  de: { windSpeed: "Wind" },
};

/** Returns the labels for tiles and cards. */
export function shortLabelsIn(language: Language): Names {
  return { ...labelsIn(language), ...SHORT_LABELS[language] };
}

/** Returns the names as labels: with a capital letter first, unless they are abbreviations such as "pH". */
export function labelsIn(language: Language): Names {
  const labels = Object.entries(NAMES[language]).map(([quantity, name]) => [
    quantity,
    name.replace(/^[a-z](?=[a-z])/, (letter) => letter.toUpperCase()),
  ]);
  return Object.fromEntries(labels) as Names;
}
