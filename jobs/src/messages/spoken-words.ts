/** The words of calls: numbers, units and names as people say them. */

import type { COMPUTED, MEASURED } from "@greenhouse/domain/quantities/quantity-table";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { NAMES } from "@greenhouse/domain/words/names";
import type { Language } from "./notification";

type Rows = typeof MEASURED & typeof COMPUTED;
type Unit = Rows[keyof Rows]["unit"];
type Amount = readonly [one: string, many: string];

export interface SpokenWords {
  /** The voice's language, as TwiML names it. */
  readonly voice: string;
  /** From one to twelve, in front of a noun that has the gender of `alert`. */
  readonly numbers: readonly string[];
  readonly minus: string;
  readonly units: Readonly<Record<Unit, Amount>>;
  /** A number of more than ten million, which only a broken sensor sends. */
  readonly impossible: string;
  readonly names: Readonly<Record<Quantity, string>>;
  readonly greenhouse: string;
  readonly sensor: string;
  readonly durations: Readonly<Record<"minute" | "hour" | "day", Amount>>;

  readonly reminder: string;
  readonly one: string;
  /** @param count at least two @param greenhouses undefined: unknown */
  readonly alerts: (count: string, greenhouses: string | undefined) => string;
  readonly greenhouses: (count: number, word: string) => string;
  readonly worst: (line: string) => string;
  readonly silentFor: (line: string, duration: string) => string;
  readonly silentSensors: (count: string, greenhouses: string | undefined) => string;
  readonly stillOpen: (count: number, word: string) => string;
  readonly press: string;
  readonly pressAgain: string;
  readonly thanks: string;
  readonly nothingLeft: string;
  readonly noMember: string;
  readonly notValid: string;
  readonly failed: string;
  readonly goodbye: string;
  /** @param digits with pauses between them */
  readonly code: (digits: string) => string;
}

const same = (text: string): Amount => [text, text];
const placed = (text: string, place: string | undefined): string =>
  place === undefined ? `${text}.` : `${text} in ${place}.`;

const en: SpokenWords = {
  voice: "en-GB",
  numbers: "one two three four five six seven eight nine ten eleven twelve".split(" "),
  minus: "minus",
  units: {
    "°C": ["degree", "degrees"],
    "%": same("percent"),
    lx: same("lux"),
    ppm: ["part per million", "parts per million"],
    "mS/cm": same("millisiemens per centimetre"),
    "µmol/m²/s": [
      "micromole per square metre and second",
      "micromoles per square metre and second",
    ],
    hPa: ["hectopascal", "hectopascals"],
    "m/s": ["metre per second", "metres per second"],
    kPa: ["kilopascal", "kilopascals"],
    "": same(""),
  },
  impossible: "far too much",
  names: {
    ...NAMES.en,
    co2: "carbon dioxide",
    ec: "conductivity",
    ph: "P H",
    ppfd: "photon flux",
    vpd: "vapour pressure deficit",
  },
  greenhouse: "greenhouse",
  sensor: "a sensor",
  durations: {
    minute: ["a minute", "minutes"],
    hour: ["an hour", "hours"],
    day: ["a day", "days"],
  },

  reminder: "Reminder.",
  one: "One alert.",
  alerts: (count, greenhouses) => placed(`${count} alerts`, greenhouses),
  greenhouses: (count, word) => (count === 1 ? "one greenhouse" : `${word} greenhouses`),
  worst: (line) => `The worst: ${line}.`,
  silentFor: (line, duration) => `${line} for ${duration}`,
  silentSensors: (count, greenhouses) => placed(`No readings from ${count} sensors`, greenhouses),
  stillOpen: (count, word) => `${word} more ${count === 1 ? "is" : "are"} still open.`,
  press: "Press 1 to say that you are on it.",
  pressAgain: "To say that you are on it, press 1 now.",
  thanks: "Thank you. The others see that you are on it.",
  nothingLeft: "Thank you. No alert waits for an answer any more.",
  noMember: "You are no longer a member of this farm. Nothing was changed.",
  notValid: "This call is no longer valid. Nothing was changed. Please look at the farm's page.",
  failed: "Your answer could not be stored. Please look at the farm's page.",
  goodbye: "Nobody has answered yet. The alerts stay open. Goodbye.",
  code: (digits) => `Your code for alerts is: ${digits}. Enter it on the farm's page.`,
};

const de: SpokenWords = {
  voice: "de-DE",
  numbers: "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(" "),
  minus: "minus",
  units: {
    "°C": same("Grad"),
    "%": same("Prozent"),
    lx: same("Lux"),
    ppm: ["Teil pro Million", "Teile pro Million"],
    "mS/cm": same("Millisiemens pro Zentimeter"),
    "µmol/m²/s": same("Mikromol pro Quadratmeter und Sekunde"),
    hPa: same("Hektopascal"),
    "m/s": same("Meter pro Sekunde"),
    kPa: same("Kilopascal"),
    "": same(""),
  },
  impossible: "viel zu viel",
  names: {
    ...NAMES.de,
    co2: "Kohlendioxid",
    ec: "Leitfähigkeit",
    ph: "P H Wert",
    ppfd: "Photonenfluss",
    vpd: "Dampfdruckdefizit",
  },
  greenhouse: "Gewächshaus",
  sensor: "ein Sensor",
  durations: {
    minute: ["einer Minute", "Minuten"],
    hour: ["einer Stunde", "Stunden"],
    day: ["einem Tag", "Tagen"],
  },

  reminder: "Erinnerung.",
  one: "Ein Alarm.",
  alerts: (count, greenhouses) => placed(`${count} Alarme`, greenhouses),
  greenhouses: (count, word) => (count === 1 ? "einem Gewächshaus" : `${word} Gewächshäusern`),
  worst: (line) => `Am schlimmsten: ${line}.`,
  silentFor: (line, duration) => `${line} seit ${duration}`,
  silentSensors: (count, greenhouses) =>
    placed(`Keine Messwerte von ${count} Sensoren`, greenhouses),
  stillOpen: (count, word) =>
    count === 1 ? "Ein weiterer ist noch offen." : `${word} weitere sind noch offen.`,
  press: "Drücken Sie die 1, wenn Sie sich kümmern.",
  pressAgain: "Wenn Sie sich kümmern, drücken Sie jetzt die 1.",
  thanks: "Danke. Die anderen sehen, dass Sie sich kümmern.",
  nothingLeft: "Danke. Kein Alarm wartet mehr auf eine Antwort.",
  noMember: "Sie gehören nicht mehr zu diesem Betrieb. Es wurde nichts geändert.",
  notValid:
    "Dieser Anruf gilt nicht mehr. Es wurde nichts geändert. Bitte sehen Sie auf der Seite des Betriebs nach.",
  failed:
    "Ihre Antwort konnte nicht gespeichert werden. Bitte sehen Sie auf der Seite des Betriebs nach.",
  goodbye: "Noch hat niemand geantwortet. Die Alarme bleiben offen. Auf Wiederhören.",
  code: (digits) =>
    `Ihr Code für Alarme lautet: ${digits}. Geben Sie ihn auf der Seite des Betriebs ein.`,
};

export const SPOKEN: Readonly<Record<Language, SpokenWords>> = { en, de };
