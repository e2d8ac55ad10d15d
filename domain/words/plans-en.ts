/** Plans of outputs in English. */

import type { PlanQuantity } from "../outputs/plans/model.ts";
import { NAMES } from "./names.ts";
import type { PlanWords } from "./plan-words.ts";

const quantities = { ...NAMES.en, soilMoisture: "soil", dli: "today's light" };
const COMPARED: Readonly<Partial<Record<PlanQuantity, readonly [below: string, above: string]>>> = {
  temperature: ["colder", "warmer"],
  soilMoisture: ["drier", "wetter"],
  light: ["darker", "brighter"],
  ppfd: ["darker", "brighter"],
};
const and = (before: string, text: string): string => (text === "" ? "" : before + text);

export const en: PlanWords = {
  locale: "en-GB",
  quantities,
  clause: ({ quantity, side }, source, bound) => {
    const compared = COMPARED[quantity]?.[side === "below" ? 0 : 1];
    const place = quantity === "soilMoisture" ? "the soil" : "the greenhouse";
    if (compared !== undefined) return `${source || place} is ${compared} than ${bound}`;
    return `${quantities[quantity]}${and(" at ", source)} is ${side} ${bound}`;
  },
  cycles: (cycles, duration, pause) =>
    cycles === 1
      ? duration
      : `${cycles} × ${duration}${and(" with ", pause)}${pause && " between"}`,
  atTimes: (times) => `at ${times}`,
  sunTime: (event, minutes, isBefore) =>
    minutes === "" ? `at ${event}` : `${minutes} ${isBefore ? "before" : "after"} ${event}`,
  everyDay: "every day",
  noDay: "on no day",
  dayRange: (first, last) => `${first} to ${last}`,
  days: (days) => `on ${days}`,
  timesPlan: ({ isWater, level, duration, times, days, clause }) =>
    `${isWater ? "Waters" : `Switches on${and(" at ", level)} for`} ${duration}, ${times}, ${days}${and(", if ", clause)}.`,
  holdPlan: ({ level, clause, backAt, from, until, days }) =>
    `Switches on${and(" at ", level)} ${backAt === "" ? "while" : "when"} ${clause}${and(", and off at ", backAt)}, ${from === "" ? "" : `from ${from} to ${until}, `}${days}.`,
  minimumTimes: (on, off) =>
    `Stays ${[and("on for at least ", on), and("off for at least ", off)].filter(Boolean).join(" and ")}.`,
  offWithoutValue: (age) => `Switches off if the last value is older than ${age}.`,
  dailyMaximum: (plan, limit, isOverLimit) =>
    isOverLimit
      ? `Up to ${plan} a day, but the output's limit of ${limit} ends it earlier.`
      : `At most ${plan} a day; the output's limit is ${limit}.`,
  ran: ({ time, duration, confirmed, isWater, reason }) => {
    const made = {
      yes: `${isWater ? "watered" : "on for"} ${duration}`,
      notYet: `ordered ${duration}, the board has not confirmed it yet`,
      late: `ordered ${duration}, but the board did not confirm it`,
    };
    return `${time} ${made[confirmed]}${and(": ", reason)}`;
  },
  ended: (reason, cycles) => `; ended ${cycles === "" ? "early" : `after ${cycles}`}: ${reason}`,
  ofCycles: (cycle, cycles) => `${cycle} of ${cycles}`,
  late: (time, delay) => `${time} (${delay} late)`,
  skipped: (time, reason) => `${time} skipped: ${reason}`,
  switched: (time, isOn, reason) => `${time} ${isOn ? "on" : "off"}: ${reason}`,
  reasons: {
    clock: () => "",
    below: ({ quantity, value, bound }) => `${quantity} ${value}, below ${bound}`,
    above: ({ quantity, value, bound }) => `${quantity} ${value}, above ${bound}`,
    notBelow: ({ quantity, value, bound }) => `${quantity} ${value}, not below ${bound}`,
    notAbove: ({ quantity, value, bound }) => `${quantity} ${value}, not above ${bound}`,
    back: ({ quantity, value, bound }) => `${quantity} ${value}, back at ${bound}`,
    noValue: ({ quantity, age }) =>
      age === "" ? `no ${quantity} value` : `last ${quantity} value is ${age} old`,
    late: () => "more than 30\u202fmin late",
    lapsed: () => "the order ran out, because the checks were interrupted",
    person: ({ person, until }) =>
      `${person === "" ? "set at the board" : `switched by ${person}`}${and("; the plan resumes at ", until)}`,
    overlap: () => "it overlaps the run before",
    limit: () => "daily limit reached",
    window: () => "outside the plan's hours",
    paused: ({ until }) => `plan paused${and(" until ", until)}`,
    planOff: () => "plan switched off",
    changed: () => "plan changed",
    noSun: ({ sun }) => `no ${sun} on this day`,
    noPlace: ({ sun }) => `${sun} unknown, because the farm has no place`,
  },
  tomorrow: "tomorrow",
  condition: (quantity, side, bound) => `${quantity} ${side} ${bound}`,
  presentValue: (value) => `now ${value}`,
  noPresentValue: (age) => (age === "" ? "no value now" : `last value is ${age} old`),
  nextRun: (time, condition, now, isCut) =>
    `${time}${and(", if ", condition)}${and(", ", now)}${isCut ? ", ended early by the daily limit" : ""}`,
  nextCycle: (time, cycles) => `${time}, cycle ${cycles}`,
  nextMissing: (time, reason) => `${time} skipped: ${reason}`,
  nextHold: (from, condition, now) =>
    `${and("from ", from)}${from && ": "}on when ${condition}, ${now}`,
  isOnUntil: (quantity, backAt, now) => `on now, off at ${quantity} ${backAt}, ${now}`,
  resumes: (time, person) =>
    `${person === "" ? "Set at the board" : `Switched by ${person}`}. Plan resumes at ${time}.`,
  paused: (until) => `Plan paused until ${until}.`,
};
