/** Describes many alerts in one line: "Still: Tomatoes: 2.1 °C, below 5 °C, and 3 more; 2 over". */

import { quantityOf } from "@greenhouse/domain/words/sentence";
import { isOfOutput } from "@greenhouse/domain/alerts/model";
import type { Describer } from "./describe";
import { countOf, type AlertGroup } from "./alert-groups";
import { clean, clip, isLate, isOpen, isSilent, priorityOf } from "./notification";

/** UTF-16 code units. */
const MAX_LINE = 150;
const MAX_NAME = 40;
const MAX_FARM_NAME = 80;

interface Headline {
  readonly text: string;
  /** For example "Still" or "Over"; undefined for a new alert. */
  readonly state?: string;
}

/**
 * Returns a line of at most 150 characters.
 * @param groups all groups of the notification, or one of them
 */
export function headlineOf(describer: Describer, groups = describer.groups): string {
  const { state, text } = partsOf(describer, groups);
  const { texts, stillOpen } = describer;
  const isWhole = groups === describer.groups;
  const open = isWhole && stillOpen > 0 ? `; ${texts.stillOpen(stillOpen)}` : "";
  return clip((state === undefined ? text : `${state}: ${text}`) + open, MAX_LINE);
}

/** Describes the most urgent alerts and counts the others. Leaves out the number of alerts that are still open. */
export function partsOf(describer: Describer, groups = describer.groups): Headline {
  const { texts, farmName } = describer;
  const [first, ...others] = Map.groupBy(groups, priorityOf).values();
  if (first === undefined) return { text: texts.test.subject(clip(farmName, MAX_FARM_NAME)) };
  const counts = others.map((part) => {
    if (part.some(isOpen)) return texts.acknowledged(countOf(part));
    return part.some(isLate) ? texts.reportedLate(countOf(part)) : texts.ended(countOf(part));
  });
  const state = stateOf(describer, first);
  const text = [lineOf(describer, first), ...counts].join("; ");
  return { text, ...(state !== undefined && { state }) };
}

function stateOf({ texts }: Describer, groups: readonly AlertGroup[]): string | undefined {
  const states = groups.map(({ state }) => state);
  if (states.includes("raised")) return undefined;
  if (states.includes("reminded")) return texts.still;
  if (states.includes("late")) return texts.late;
  if (states.includes("cleared")) return texts.over;
  const names = groups.flatMap(({ alerts }) => alerts.map((alert) => alert.acknowledgedBy));
  const [name] = names;
  const isOne = names.every((other) => other === name);
  return texts.takesCare(isOne && name !== undefined ? clip(name, MAX_NAME) : undefined);
}

/** Describes the worst alert, or all silent sensors, and says how many others there are. */
function lineOf(describer: Describer, groups: readonly AlertGroup[]): string {
  const { texts } = describer;
  const [worst] = groups;
  if (worst === undefined) return "";
  const isAlike = (group: AlertGroup): boolean => isSilent(group) && group.state === worst.state;
  const alike = isSilent(worst) ? groups.filter(isAlike) : [worst];
  const [alert] = worst.alerts;
  const isOfMany = alert === undefined || (isSilent(worst) && countOf(alike) > 1);
  const text = isOfMany
    ? commonText(describer, alike, worst)
    : `${clip(alert.greenhouseName, MAX_NAME)}: ${describer.describe(alert)}`;
  const left = countOf(groups) - (isOfMany ? countOf(alike) : 1);
  if (left > 0) return `${text}, ${texts.andMore(left)}`;
  return isOfMany ? text : `${text} (${clip(alert.sensorName, MAX_NAME)})`;
}

/** Returns for example "Sunny Acres: 14 sensors of 2 greenhouses silent since 02:02". */
function commonText(
  describer: Describer,
  groups: readonly AlertGroup[],
  worst: AlertGroup,
): string {
  const { texts, farmName } = describer;
  const houses = groups.map(({ greenhouse }) => greenhouse);
  // A group of several greenhouses does not know how many there are.
  const greenhouses = houses.includes(undefined) ? undefined : new Set(houses).size;
  const place = greenhouses === 1 ? (worst.greenhouseName ?? farmName) : farmName;
  const countText = isOfOutput(worst.kind) ? texts.outputs : texts.sensors;
  const count = countText(countOf(groups));
  const isOfSome = greenhouses !== undefined && greenhouses > 1;
  const counted = isOfSome ? texts.inGreenhouses(count, greenhouses) : count;
  const text = isSilent(worst)
    ? silentSensors(describer, groups, counted)
    : texts.counted[worst.kind](counted, texts.names[quantityOf(worst)]);
  return `${clip(clean(place), MAX_NAME)}: ${text}`;
}

function silentSensors(
  describer: Describer,
  groups: readonly AlertGroup[],
  sensors: string,
): string {
  const { texts, format } = describer;
  const alerts = groups.flatMap((group) => group.alerts);
  const since = alerts.map((alert) => alert.since);
  if (alerts.length === 0) return texts.silentSensors(sensors);
  if (!groups.some(isOpen)) {
    const longest = Math.max(...alerts.map((alert) => describer.durationOf(alert)));
    return texts.sending(sensors, format.duration(longest));
  }
  // All sensors have been silent since the newest of the times. The sensors with the oldest times are named.
  return alerts.length === countOf(groups)
    ? texts.silent(sensors, format.moment(Math.max(...since)))
    : texts.silentFirst(sensors, format.moment(Math.min(...since)));
}
