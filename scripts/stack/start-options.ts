/** The options of `npm start`. Pure. */

import path from "node:path";
import { parseArgs } from "node:util";
import { HELP } from "./help.cjs";
import { StackError } from "./stack-error.ts";

export interface StartOptions {
  /** An IPv4 address to listen at besides or instead of 127.0.0.1; undefined: this machine alone. */
  readonly host: string | undefined;
  /** Whether there is to be a demo farm whose boards send. */
  readonly hasDemo: boolean;
  readonly hasFreePorts: boolean;
  /** Where data and accounts are kept; absolute. */
  readonly folder: string;
  readonly isBuilt: boolean;
}

/**
 * @param folder where data and accounts are kept, unless an option names another
 * @throws StackError where they cannot be read
 */
export function readStartOptions(args: readonly string[], folder: string): StartOptions {
  const values = parse(args);
  return {
    host: values.host,
    hasDemo: values["no-demo"] !== true,
    hasFreePorts: values["free-ports"] === true,
    folder: path.resolve(values.data ?? folder),
    isBuilt: values["no-build"] === true,
  };
}

function parse(args: readonly string[]): ReturnType<typeof parseKnown> {
  try {
    return parseKnown(args);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StackError(`${reason}\n\n${HELP.start}`, { cause: error });
  }
}

function parseKnown(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      host: { type: "string" },
      "no-demo": { type: "boolean" },
      "free-ports": { type: "boolean" },
      data: { type: "string" },
      "no-build": { type: "boolean" },
    },
  });
  return values;
}
