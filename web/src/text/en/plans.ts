/** Plans of outputs, in English. What plans do is described in `@greenhouse/domain/words`. */

import type { PlanLook } from "../../model/findings/plan-look";
import type { PlanTemplate } from "../../model/input/plan-templates";
import type { PlanFault } from "../../model/input/typed-plan";

/** A template's name, and what it does. */
interface TemplateTexts {
  readonly name: string;
  readonly lead: string;
}

const templates: Readonly<Record<PlanTemplate, TemplateTexts>> = {
  dry: { name: "Water when dry", lead: "At fixed times, if the soil is dry." },
  clock: { name: "Water by the clock", lead: "At fixed times, in any case." },
  hot: { name: "Vent when hot", lead: "On above one temperature, off below another." },
  cold: { name: "Heat when cold", lead: "On below one temperature, off above another." },
  lamp: {
    name: "Lamp until the day has enough light",
    lead: "On while today's light is below a sum, between two times.",
  },
};

/** In one or two words, whether the plan acts. */
const looks: Readonly<Record<PlanLook, string>> = {
  on: "Plan active",
  waits: "Plan waits",
  paused: "Plan paused",
  off: "Plan off",
  failing: "Plan cannot act",
};

const faults: Readonly<Record<Exclude<PlanFault, "outOfRange">, string>> = {
  empty: "Required",
  notANumber: "Must be a number.",
  grouped: "Leave out the thousands separator.",
  noTime: "Enter at least one time, for example 06:15.",
  badTime: "Write times like 06:15, 7 pm or sunrise+30, with commas between them.",
  manyTimes: "A plan can have at most 24 times. Remove some.",
  noDay: "Choose at least one day.",
  wrongSide: "The plan would switch off before it switches on. Enter a value on the other side.",
  oneTime: "Enter both times, or clear both for the whole day.",
  shortLease:
    "This output goes off after less than 3 minutes offline, and plans are checked only once a minute. Edit the output first: allow at least 3 minutes.",
};

export const en = {
  looks,
  /** What keeps the plan from acting. */
  obstacles: {
    /** @param age of the last check; "" without the jobs */
    unchecked: (age: string): string =>
      `${age === "" ? "Nothing checks plans here" : `Plans have not been checked for ${age}`}, so nothing will be switched on.`,
    unheard: "The board has not reported yet, so nothing will be switched.",
    offline: (moment: string): string =>
      `The board has been offline since ${moment}, so nothing will be switched.`,
    /** @param age of the last value; "" without a value */
    noValue: (quantity: string, age: string, isWatering: boolean): string =>
      `${age === "" ? `No ${quantity} value now` : `The last ${quantity} value is ${age} old`}: the plan ${isWatering ? "will not water" : "switches nothing on"}.`,
  },
  limits: {
    most: (span: string): string => `At most ${span} a day.`,
    /** What the plan does without a value that is younger. */
    without: {
      water: (age: string): string => `Without a value younger than ${age} it does not water.`,
      run: (age: string): string => `Without a value younger than ${age} it does not run.`,
      hold: (age: string): string => `Without a value younger than ${age} it switches off.`,
    },
  },
  edit: "Change",
  dialog: (name: string): string => `Plan for ${name}`,
  choose: "What should it do? You can change the details on the next page.",
  otherTemplate: "Other templates",
  templates,
  next: (text: string): string => `Next: ${text}.`,
  last: (text: string): string => `Last: ${text}.`,
  sentence: (text: string): string => `${text}.`,
  nothingNext: "Nothing to do in the next week.",
  isOff: "It does nothing until somebody turns it on.",
  unreadable: "The stored plan cannot be read, so it switches nothing. Add it again.",
  pause: "Pause",
  pauseFor: "Pause for",
  days: (count: number): string => (count === 1 ? "1 day" : `${count} days`),
  paused: (name: string, days: string): string => `The plan for ${name} is paused for ${days}.`,
  resume: "Resume",
  resumed: (name: string): string => `The plan for ${name} has resumed.`,
  switchOff: "Turn plan off",
  switchOn: "Turn plan on",
  switchedOff: (name: string): string => `The plan for ${name} is off.`,
  switchedOn: (name: string): string => `The plan for ${name} is on.`,
  remove: "Remove plan",
  removed: (name: string): string => `The plan for ${name} was removed.`,
  saved: (name: string): string => `The plan for ${name} is saved.`,
  log: "What the plan did",
  nothingYet: "The plan has not decided anything yet.",
  more: "Show older ones",
  /** Heading of the explanation that follows each change in the form. */
  preview: "What this plan does",
  nextRuns: "Next",
  incomplete: "Correct the marked fields to see what the plan does.",
  unfinished: "You will see here what the plan does when all fields are filled in.",
  zone: (zone: string): string => `Times of plans are the farm's local times (${zone}).`,
  noPlace:
    "Times of plans are in UTC, because the farm has no location. Owners set it in Settings.",
  noSensor: (quantity: string): string =>
    `No sensor here has sent a value for ${quantity}. Until one does, this plan switches nothing on.`,
  meanwhile: (plan: string): string => `Someone else added a plan in the meantime: ${plan}`,
  takeTheirs: "Use theirs",
  replaceTheirs: "Replace it",
  goneMeanwhile: "Someone else removed this plan in the meantime. Saving adds it again.",
  moreFields: "More",
  fields: {
    times: "At",
    timesHint: "Also sunrise+30 or sunset-15.",
    minutes: "For (minutes)",
    cycles: "How often in a row",
    cyclesHint: "To let water soak in between: 3 times 4 minutes, for example.",
    pause: "Break between (minutes)",
    quantity: "Depends on",
    inAnyCase: "Nothing, runs in any case",
    side: "Acts if the value is",
    sides: { below: "below", above: "above" },
    /** `unit` is empty for pH. */
    onlyIf: (quantity: string, side: "below" | "above", unit: string): string =>
      `Only if ${quantity} is ${side}${unit === "" ? "" : ` (${unit})`}`,
    switchOn: (quantity: string, side: "below" | "above", unit: string): string =>
      `On if ${quantity} is ${side}${unit === "" ? "" : ` (${unit})`}`,
    backAt: (unit: string): string => `Off again at${unit === "" ? "" : ` (${unit})`}`,
    source: "Sensor",
    median: "Middle value of all sensors",
    from: "From",
    until: "Until",
    betweenHint: "Clear both for the whole day.",
    days: "Days",
    minOn: "Stay on for at least (minutes)",
    minOff: "Stay off for at least (minutes)",
    minHint: "Spares motors and relays.",
    fresh: "Use values up to … minutes old",
    freshHint: "5 to 180. An older value switches nothing on.",
    value: "Level (%)",
    valueHint: "1 to 100. Empty: 100.",
  },
  sun: { sunrise: "sunrise", sunset: "sunset" },
  faults,
  outOfRange: (min: string, max: string): string => `Must be from ${min} to ${max}.`,
  wholeNumber: (min: string, max: string): string => `Enter a whole number from ${min} to ${max}.`,
  marks: "Runs of plans",
};

export type PlanTexts = typeof en;
