/** Plans of outputs in German. */

import type { PlanQuantity } from "../outputs/plans/model.ts";
import type { SunEvent } from "../outputs/plans/planned-times.ts";
import { NAMES } from "./names.ts";
import type { PlanWords } from "./plan-words.ts";

const quantities = { ...NAMES.de, soilMoisture: "Boden", dli: "Tageslicht" };
const COMPARED: Readonly<Partial<Record<PlanQuantity, readonly [below: string, above: string]>>> = {
  temperature: ["kälter", "wärmer"],
  soilMoisture: ["trockener", "feuchter"],
  light: ["dunkler", "heller"],
  ppfd: ["dunkler", "heller"],
};
/** With articles, for a whole clause. */
const SUBJECTS: Readonly<Partial<Record<PlanQuantity, string>>> = {
  humidity: "die Luftfeuchte",
  co2: "der CO₂-Gehalt",
  ec: "der EC-Wert",
  ph: "der pH-Wert",
  pressure: "der Luftdruck",
  windSpeed: "die Windgeschwindigkeit",
  vpd: "das VPD",
  dewPoint: "der Taupunkt",
  dli: "das Tageslicht bisher",
};
const BESIDE = { below: "unter", above: "über" } as const;
const SUN: Readonly<Record<SunEvent, string>> = {
  sunrise: "Sonnenaufgang",
  sunset: "Sonnenuntergang",
};
const and = (before: string, text: string): string => (text === "" ? "" : before + text);

export const de: PlanWords = {
  locale: "de",
  quantities,
  clause: ({ quantity, side }, source, bound) => {
    const compared = COMPARED[quantity]?.[side === "below" ? 0 : 1];
    const place = quantity === "soilMoisture" ? "der Boden" : "das Gewächshaus";
    if (compared !== undefined) return `${source || place} ${compared} als ${bound} ist`;
    const subject = SUBJECTS[quantity] ?? quantities[quantity];
    return `${subject}${and(" bei ", source)} ${BESIDE[side]} ${bound} liegt`;
  },
  cycles: (cycles, duration, pause) =>
    cycles === 1 ? duration : `${cycles} × ${duration}${and(" mit ", pause)}${pause && " Pause"}`,
  atTimes: (times) => `um ${times}`,
  sunTime: (event, minutes, isBefore) =>
    minutes === "" ? `bei ${SUN[event]}` : `${minutes} ${isBefore ? "vor" : "nach"} ${SUN[event]}`,
  everyDay: "jeden Tag",
  noDay: "an keinem Tag",
  dayRange: (first, last) => `${first} bis ${last}`,
  days: (days) => `am ${days}`,
  timesPlan: ({ isWater, level, duration, times, days, clause }) =>
    `${isWater ? `Bewässert ${duration}` : `Schaltet für ${duration} ${level === "" ? "ein" : `auf ${level}`}`}, ${times}, ${days}${and(", wenn ", clause)}.`,
  holdPlan: ({ level, clause, backAt, from, until, days }) =>
    `Schaltet ${level === "" ? "ein" : `auf ${level}`}, ${backAt === "" ? "solange" : "wenn"} ${clause}${backAt === "" ? "" : `, und bei ${backAt} wieder aus`}, ${from === "" ? "" : `von ${from} bis ${until}, `}${days}.`,
  minimumTimes: (on, off) =>
    `Bleibt ${[and("mindestens ", on) + (on && " an"), and("mindestens ", off) + (off && " aus")].filter(Boolean).join(" und ")}.`,
  offWithoutValue: (age) => `Schaltet aus, wenn der letzte Wert älter als ${age} ist.`,
  dailyMaximum: (plan, limit, isOverLimit) =>
    isOverLimit
      ? `Bis zu ${plan} am Tag, aber das Tageslimit von ${limit} beendet es früher.`
      : `Höchstens ${plan} am Tag; das Tageslimit ist ${limit}.`,
  ran: ({ time, duration, confirmed, isWater, reason }) => {
    const made = {
      yes: `${duration} ${isWater ? "bewässert" : "an"}`,
      notYet: `Schaltbefehl für ${duration}, vom Board noch nicht bestätigt`,
      late: `Schaltbefehl für ${duration}, aber vom Board nicht bestätigt`,
    };
    return `${time} ${made[confirmed]}${and(": ", reason)}`;
  },
  ended: (reason, cycles) =>
    `; ${cycles === "" ? "vorzeitig" : `nach ${cycles}`} beendet: ${reason}`,
  ofCycles: (cycle, cycles) => `${cycle} von ${cycles}`,
  late: (time, delay) => `${time} (${delay} verspätet)`,
  skipped: (time, reason) => `${time} ausgelassen: ${reason}`,
  switched: (time, isOn, reason) => `${time} ${isOn ? "an" : "aus"}: ${reason}`,
  reasons: {
    clock: () => "",
    below: ({ quantity, value, bound }) => `${quantity} ${value}, unter ${bound}`,
    above: ({ quantity, value, bound }) => `${quantity} ${value}, über ${bound}`,
    notBelow: ({ quantity, value, bound }) => `${quantity} ${value}, nicht unter ${bound}`,
    notAbove: ({ quantity, value, bound }) => `${quantity} ${value}, nicht über ${bound}`,
    back: ({ quantity, value, bound }) => `${quantity} ${value}, zurück bei ${bound}`,
    noValue: ({ quantity, age }) =>
      age === "" ? `kein Wert für ${quantity}` : `letzter Wert für ${quantity} ist ${age} alt`,
    late: () => "mehr als 30\u202fmin zu spät",
    lapsed: () => "der Schaltbefehl lief ab, weil die Prüfungen unterbrochen waren",
    person: ({ person, until }) =>
      `${person === "" ? "am Board gesetzt" : `von ${person} geschaltet`}${until === "" ? "" : `; der Plan geht um ${until} weiter`}`,
    overlap: () => "überschneidet sich mit dem Lauf davor",
    limit: () => "Tageslimit erreicht",
    window: () => "außerhalb der Zeiten des Plans",
    paused: ({ until }) => `Plan pausiert${and(" bis ", until)}`,
    planOff: () => "Plan ausgeschaltet",
    changed: () => "Plan geändert",
    noSun: ({ sun }) => `kein ${SUN[sun]} an diesem Tag`,
    noPlace: ({ sun }) => `${SUN[sun]} unbekannt, weil der Ort der Farm fehlt`,
  },
  tomorrow: "morgen",
  condition: (quantity, side, bound) => `${quantity} ${BESIDE[side]} ${bound}`,
  presentValue: (value) => `jetzt ${value}`,
  noPresentValue: (age) => (age === "" ? "jetzt kein Wert" : `letzter Wert ist ${age} alt`),
  nextRun: (time, condition, now, isCut) =>
    `${time}${and(", falls ", condition)}${and(", ", now)}${isCut ? ", endet früher durch das Tageslimit" : ""}`,
  nextCycle: (time, cycles) => `${time}, Durchgang ${cycles}`,
  nextMissing: (time, reason) => `${time} ausgelassen: ${reason}`,
  nextHold: (from, condition, now) =>
    `${and("ab ", from)}${from && " "}an, wenn ${condition}, ${now}`,
  isOnUntil: (quantity, backAt, now) => `jetzt an, aus bei ${quantity} ${backAt}, ${now}`,
  resumes: (time, person) =>
    `${person === "" ? "Am Board gesetzt" : `Von ${person} geschaltet`}. Der Plan geht um ${time} weiter.`,
  paused: (until) => `Plan pausiert bis ${until}.`,
};
