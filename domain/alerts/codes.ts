/**
 * Codes that confirm addresses. A person asks for a code, the jobs send the code to the address, and the person types it.
 * The rules enforce the limits below, whatever the person writes.
 */

import { HOUR_MS, MINUTE_MS } from "../time.ts";
import { asNumber, asText, fields, oneOf, parseRecord, SERVER_TIME } from "../stored.ts";
import { channelsTo } from "./channels.ts";
import type { AddressKind, Channel } from "./channels.ts";

/** `addressCodes/<authUid>/<kind>`. Times are Unix milliseconds. */
export interface AddressCode extends AskedCode {
  readonly askedAt: number;
  /** Times of the two requests before this one. */
  readonly askedBefore?: number;
  readonly askedEarlier?: number;
  /** When the jobs sent the code. */
  readonly sentAt?: number;
  /** Why the jobs did not send the code. */
  readonly problem?: string;
  /** The code that the person typed last. */
  readonly typed?: string;
  /** How often the person has typed a code since `askedAt`; absent: never. */
  readonly tries?: number;
}

/** What a person asks for. */
export interface AskedCode {
  readonly farmId: string;
  readonly address: string;
  /** The channel that brings the code. */
  readonly via: Channel;
}

/** `addressSecrets/<authUid>/<kind>`: only the jobs and the rules read it. */
export interface AddressSecret {
  readonly code: string;
  /** As in the request. */
  readonly address: string;
  readonly askedAt: number;
}

const CODE_DIGITS = 6;
export const CODE_PATTERN = `^[0-9]{${CODE_DIGITS}}$`;
/** In any 60 minutes a person can ask for three codes for each kind of address. */
export const CODE_PERIOD_MS = HOUR_MS;
/** The time after the request in which a code confirms the address. */
export const CODE_VALID_MS = 15 * MINUTE_MS;
export const MAX_CODE_TRIES = 5;
/** Codes that one address gets in a UTC day, whoever asks. */
export const MAX_CODES_OF_ADDRESS = 3;

const OPTIONAL = {
  ...fields(asNumber, "askedBefore", "askedEarlier", "sentAt", "tries"),
  ...fields(asText, "problem", "typed"),
};

/** @param stored `addressCodes/<authUid>/<kind>` */
export function parseAddressCode(stored: unknown, kind: AddressKind): AddressCode | undefined {
  const required = { ...fields(asText, "farmId", "address"), askedAt: asNumber };
  return parseRecord(stored, { ...required, via: oneOf(channelsTo(kind)) }, OPTIONAL);
}

/** @param stored `addressSecrets/<authUid>/<kind>` */
export function parseAddressSecret(stored: unknown): AddressSecret | undefined {
  return parseRecord(stored, { ...fields(asText, "code", "address"), askedAt: asNumber });
}

/** Makes a code. @param randomInt returns an integer from 0 to below `max` that nobody can predict */
export function createCode(randomInt: (max: number) => number): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
}

/**
 * Returns the record with which a person asks for a code. It replaces the record before.
 * @param before the stored record
 */
export function codeRequestOf(
  asked: AskedCode,
  before: AddressCode | undefined,
): Readonly<Record<string, unknown>> {
  const { askedAt: askedBefore, askedBefore: askedEarlier } = before ?? {};
  return {
    ...asked,
    askedAt: SERVER_TIME,
    ...(askedBefore !== undefined && { askedBefore }),
    ...(askedEarlier !== undefined && { askedEarlier }),
  };
}

/** Returns when a person may ask for the next code, in Unix milliseconds; 0: at once. @param code the stored record */
export function nextCodeAt(code: AddressCode | undefined): number {
  const { askedEarlier } = code ?? {};
  return askedEarlier === undefined ? 0 : askedEarlier + CODE_PERIOD_MS;
}

/** Returns how many codes a person may ask for now. @param code the stored record @param now Unix milliseconds */
export function codesLeft(code: AddressCode | undefined, now: number): number {
  const asked = [code?.askedAt, code?.askedBefore, code?.askedEarlier];
  return asked.filter((at) => at === undefined || at + CODE_PERIOD_MS <= now).length;
}

/**
 * Returns the fields that store a typed code. Afterwards the address can be stored if the code is right. Both cannot be in
 * one update, because then nobody could count wrong codes.
 */
export function codeTryOf(
  code: AddressCode,
  typed: string,
): Required<Pick<AddressCode, "typed" | "tries">> {
  return { typed, tries: (code.tries ?? 0) + 1 };
}

/** Whether the person may type the code, or type it again. @param now Unix milliseconds */
export function canTypeCode({ askedAt, tries = 0 }: AddressCode, now: number): boolean {
  return now - askedAt < CODE_VALID_MS && tries < MAX_CODE_TRIES;
}
