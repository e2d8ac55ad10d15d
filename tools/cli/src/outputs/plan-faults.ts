/** Says in words what is wrong with a plan's file. Pure. */

import { boundRange, MAX_TIMES } from "@greenhouse/domain/outputs/plans/limits";
import type { Plan, PlanQuantity } from "@greenhouse/domain/outputs/plans/model";
import { PLAN_READERS, readPlanTime } from "@greenhouse/domain/outputs/plans/records";
import { asNumber, entriesOf, fieldOf } from "@greenhouse/domain/stored";
import type { Reader } from "@greenhouse/domain/stored";
import { nearestName } from "../core/nearest";
import { describeBound, describeField, PLAN_FIELDS, REQUIRED_FIELDS } from "./plan-fields";
import type { PlanField } from "./plan-fields";

const SIDES = ["below", "above"] as const;
const MAX_SHOWN_CHARACTERS = 40;

/**
 * Returns a sentence for each fault; none if `parsePlan` accepts the plan and no field of it is lost.
 * @param file the parsed JSON
 */
export function faultsOfPlan(file: unknown): readonly string[] {
  if (typeof file !== "object" || file === null || Array.isArray(file)) {
    return ['A plan must be a JSON object, such as {"kind": "times", …}.'];
  }
  const kind = PLAN_READERS.kind(fieldOf(file, "kind"));
  if (kind === undefined) return [faultOfField("kind", fieldOf(file, "kind"))];
  const names = entriesOf(file).map(([name]) => name);
  const single = names.flatMap((name) => faultsOfName(name, kind, fieldOf(file, name)));
  const missing = REQUIRED_FIELDS[kind].filter((name) => !names.includes(name));
  return [
    ...single,
    ...missing.map((name) => faultOfField(name, undefined)),
    ...(single.length + missing.length > 0 ? [] : faultsTogether(file, kind)),
  ];
}

function faultsOfName(name: string, kind: Plan["kind"], value: unknown): readonly string[] {
  const field = Object.hasOwn(PLAN_FIELDS, name) ? PLAN_FIELDS[name] : undefined;
  if (field === undefined) return [unknownField(name, kind)];
  if (field.kind !== undefined && field.kind !== kind) {
    return [`${name} is only for plans of the kind "${field.kind}". Remove it.`];
  }
  return isValid(name, value) ? [] : [faultOfField(name, value)];
}

function unknownField(name: string, kind: Plan["kind"]): string {
  const ofKind = Object.entries(PLAN_FIELDS).filter(([, field]) => (field.kind ?? kind) === kind);
  const names = ofKind.map(([known]) => known);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? `Use ${names.join(", ")}.` : `Did you mean ${nearest}?`;
  return `${shown(name)} is not a field of a plan. ${hint}`;
}

function isValid(name: string, value: unknown): boolean {
  switch (name) {
    case "isOn":
      return typeof value === "boolean";
    case "times":
      return badTime(value) === undefined;
    case "below":
    case "above":
    case "backAt":
      return asNumber(value) !== undefined;
    default: {
      const read = PLAN_READERS[name as keyof typeof PLAN_READERS] as Reader<unknown>;
      return read(value) !== undefined;
    }
  }
}

/** Returns the first element that is not a time, or the whole value if it is not a list of 1 to 24 times. */
function badTime(value: unknown): unknown {
  const times = entriesOf(value).map(([, time]) => time);
  const isOfLength = times.length > 0 && new Set(times).size <= MAX_TIMES;
  return isOfLength ? times.find((time) => readPlanTime(time) === undefined) : (value ?? null);
}

/** @param value undefined if the field is missing */
function faultOfField(name: string, value: unknown): string {
  const field = PLAN_FIELDS[name] as PlanField;
  if (value === undefined) return `${name} is missing. It must be ${describeField(field)}.`;
  const found = name === "times" ? badTime(value) : value;
  return `${name} must be ${describeField(field)}; not ${shown(found)}.`;
}

/** Finds what is wrong with fields that are valid by themselves. */
function faultsTogether(file: object, kind: Plan["kind"]): readonly string[] {
  const { cycles = 1 } = { cycles: asNumber(fieldOf(file, "cycles")) };
  const hasPause = (fieldOf(file, "pauseSeconds") ?? undefined) !== undefined;
  const pause =
    kind === "times" && cycles > 1 && !hasPause ? [faultOfField("pauseSeconds", undefined)] : [];
  const condition = faultOfCondition(file, kind);
  return condition === undefined ? pause : [...pause, condition];
}

function faultOfCondition(file: object, kind: Plan["kind"]): string | undefined {
  const numberIn = (name: string): number | undefined => asNumber(fieldOf(file, name));
  const quantity = PLAN_READERS.quantity(fieldOf(file, "quantity"));
  const [side, other] = SIDES.filter((name) => numberIn(name) !== undefined);
  if (other !== undefined) return "below and above cannot be used together. Remove one of them.";
  if (quantity === undefined) {
    return side === undefined ? undefined : faultOfField("quantity", undefined);
  }
  if (side === undefined) {
    return `quantity needs a bound: below or above, ${describeBound(quantity)}, such as "below": 30.`;
  }
  if (kind === "times" && quantity === "dli") {
    return 'quantity can be "dli" only in plans of the kind "hold". Use another quantity, such as "light".';
  }
  const bound = numberIn(side) ?? NaN;
  return (
    faultOfBound(side, bound, quantity) ??
    (kind === "hold" ? faultOfBack(side, bound, numberIn("backAt"), quantity) : undefined)
  );
}

function faultOfBound(name: string, bound: number, quantity: PlanQuantity): string | undefined {
  const { min, max } = boundRange(quantity);
  if (bound >= min && bound <= max) return undefined;
  return `${name} must be ${describeBound(quantity)} for ${quantity}; not ${bound}.`;
}

/** Without `backAt`, the plan switches off at its bound. */
function faultOfBack(
  side: (typeof SIDES)[number],
  bound: number,
  backAt: number | undefined,
  quantity: PlanQuantity,
): string | undefined {
  if (backAt === undefined) return undefined;
  const isBeyond = side === "below" ? backAt < bound : backAt > bound;
  if (!isBeyond) return faultOfBound("backAt", backAt, quantity);
  const [least, word] = side === "below" ? ["at least", "below"] : ["at most", "above"];
  return `backAt must be ${least} ${bound}, because the plan switches on ${word} ${bound}; not ${backAt}.`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}
