/**
 * The clock, chance, connections and credentials of a machine, as parameters. `createEnvironment` returns the real ones.
 * The simulation has its own.
 */

import type { Clock } from "@greenhouse/domain/clock";
import { HttpTransport, type HttpTransportOptions } from "./http-transport.ts";
import { Rest, type RestSettings } from "./rest.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";
import { createTokens, EMULATOR_TOKENS, type Tokens, type TokenSource } from "./tokens.ts";
import type { Transport } from "./transport.ts";

export interface Environment {
  readonly clock: Clock;
  /** A number from 0 to below 1. */
  readonly random: () => number;
  readonly createTransport: (origin: URL, options: HttpTransportOptions) => Transport;
  readonly createTokenSource: () => TokenSource;
}

/** Returns the environment of this process. */
export function createEnvironment(createTokenSource: () => TokenSource): Environment {
  return {
    clock: SYSTEM_CLOCK,
    random: Math.random,
    createTransport: (origin, options) => new HttpTransport(origin, options),
    createTokenSource,
  };
}

/** The address of a deployment's database. */
export interface DatabaseAddress {
  /** The URL of the instance. */
  readonly url: string;
  /** `host:port`, as FIREBASE_DATABASE_EMULATOR_HOST has it; undefined: the instance itself. */
  readonly emulator: string | undefined;
}

/** Returns the tokens for a database. Several clients may share them. */
export function tokensFor({ emulator }: DatabaseAddress, environment: Environment): Tokens {
  if (emulator !== undefined) return EMULATOR_TOKENS;
  return createTokens(environment.createTokenSource, environment.clock.now);
}

/** Opens the database as one account. */
export function openRest(
  { url, emulator }: DatabaseAddress,
  environment: Environment,
  options: Pick<RestSettings, "uid" | "tokens" | "timeoutMs" | "mayCopy"> & HttpTransportOptions,
): Rest {
  const origin = new URL(emulator === undefined ? url : `http://${emulator}`);
  const { clock, random } = environment;
  const transport = environment.createTransport(origin, options);
  return new Rest({
    ...options,
    clock,
    random,
    transport,
    url,
    isEmulator: emulator !== undefined,
  });
}
