import type { SensorFinding } from "../alerts/findings.ts";
import type { OutputAlertKind } from "../alerts/model.ts";
import type { Language } from "./languages.ts";

/** Sentences about findings, for the page, notifications and the command line. */
export interface FindingWords {
  /** Position of a value relative to its bound. `near`: the value is back within the bound, but not yet by the margin. */
  readonly beside: Readonly<Record<"below" | "above" | "near", string>>;
  /** Names the value that was farthest beyond an upper bound, or beyond any other bound. */
  readonly extreme: Readonly<Record<"highest" | "lowest", (value: string) => string>>;
  readonly fault: (value: string) => string;
  readonly battery: (value: string) => string;
  /**
   * @param name the quantity that the sensor no longer sends; undefined if it sends nothing
   * @param since "" leaves the time out
   */
  readonly silent: (name: string | undefined, since: string) => string;
  readonly output: Readonly<Record<OutputAlertKind, (output: OutputFinding) => string>>;
}

interface OutputFinding {
  readonly name: string;
  /** The ordered state (`unapplied`), or the present state. */
  readonly isOn: boolean;
  /** "" leaves the time out. */
  readonly since: string;
}

/** A finding with a value. */
export type ValueKind = Exclude<SensorFinding["kind"], "silent"> | "near";

export const FINDINGS: Readonly<Record<Language, FindingWords>> = {
  en: {
    beside: { below: "below", above: "above", near: "only just within" },
    extreme: { highest: (value) => `highest ${value}`, lowest: (value) => `lowest ${value}` },
    fault: (value) => `sensor fault, ${value}`,
    battery: (value) => `${value}, low`,
    silent: (name, since) =>
      (name === undefined ? "no readings" : `no ${name} readings`) + after(" since", since),
    output: {
      unapplied: ({ name, isOn, since }) =>
        `${name} ordered ${isOn ? "on" : "off"}, not applied${after(" since", since)}`,
      limit: ({ name, since }) => `${name} off${after(" since", since)}: daily limit reached`,
      manual: ({ name, since }) => `${name} on by hand${after(" since", since)}`,
      blind: ({ name, since }) => `${name}: plan without a fresh value${after(" since", since)}`,
      ineffective: ({ name, since }) =>
        `${name}: soil not wetter after three runs${after(" since", since)}; pump or hose?`,
    },
  },
  de: {
    beside: { below: "unter", above: "über", near: "gerade noch innerhalb von" },
    extreme: {
      highest: (value) => `Höchstwert ${value}`,
      lowest: (value) => `Tiefstwert ${value}`,
    },
    fault: (value) => `Sensorfehler, ${value}`,
    battery: (value) => `${value}, schwach`,
    silent: (name, since) =>
      `keine Messwerte${name === undefined ? "" : ` für ${name}`}${after(" seit", since)}`,
    output: {
      unapplied: ({ name, isOn, since }) =>
        `${name}: ${isOn ? "an" : "aus"} angeordnet,${after(" seit", since)} nicht umgesetzt`,
      limit: ({ name, since }) => `${name}${after(" seit", since)} aus: Tageslimit erreicht`,
      manual: ({ name, since }) => `${name}${after(" seit", since)} von Hand an`,
      blind: ({ name, since }) => `${name}: Plan ohne frischen Wert${after(" seit", since)}`,
      ineffective: ({ name, since }) =>
        `${name}: Boden nach drei Läufen nicht feuchter${after(" seit", since)}; Pumpe oder Schlauch?`,
    },
  },
};

function after(preposition: string, moment: string): string {
  return moment === "" ? "" : `${preposition} ${moment}`;
}

/** Returns for example "2.1 °C, below 5 °C". */
export function sayValue(
  kind: ValueKind,
  value: string,
  bound: string,
  words: FindingWords,
): string {
  switch (kind) {
    case "below":
    case "above":
    case "near":
      return `${value}, ${words.beside[kind]} ${bound}`;
    case "fault":
    case "battery":
      return words[kind](value);
  }
}
