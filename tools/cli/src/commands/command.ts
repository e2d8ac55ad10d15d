/** Connects the commands to the command line: every action gets a session and typed arguments. */

import { InvalidArgumentError } from "commander";
import type { OpenSession, Session } from "../core/session";
import { formatSeconds, parseDuration } from "../core/time";

/** Turns functions into actions. */
export interface Runner {
  /** Opens the database before the action. */
  readonly opened: <A extends readonly unknown[]>(
    work: (session: OpenSession, ...args: A) => Promise<void>,
  ) => (...args: A) => Promise<void>;
  /** Opens nothing before the action. */
  readonly bare: <A extends readonly unknown[]>(
    work: (session: Session, ...args: A) => Promise<void>,
  ) => (...args: A) => Promise<void>;
}

/** Reads a whole number between bounds. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Reads a duration of whole seconds. The bounds are in seconds. */
export function seconds({ min, max }: { readonly min: number; readonly max: number }) {
  return (text: string): number => {
    const value = (parseDuration(text) ?? NaN) / 1_000;
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(
      `It must be whole seconds from ${formatSeconds(min)} to ${formatSeconds(max)}, such as 90s or 10m.`,
    );
  };
}

/** Reads a measurement. */
export function finiteNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("It must be a number.");
}

/** Collects the values of an option that may be given several times. */
export function several(text: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), text];
}
