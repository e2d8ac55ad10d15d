/** `rtdb-emulator run-schedule <function>`: runs a scheduled function now, once, in the running suite. */

import type { Address } from "../triggers/functions-client";
import { listScheduled, runScheduled } from "./functions-emulator";

export interface RunScheduleOptions {
  /** The functions emulator's; without it the hub is asked. */
  readonly functions: Address | undefined;
  readonly hub: Address;
  readonly now: () => number;
}

export type RunScheduleOutcome =
  { readonly ok: true; readonly line: string } | { readonly ok: false; readonly problem: string };

export async function runSchedule(
  name: string,
  { functions, hub, now }: RunScheduleOptions,
): Promise<RunScheduleOutcome> {
  const address = functions ?? (await functionsAddress(hub));
  if (typeof address === "string") return { ok: false, problem: address };
  try {
    const all = await listScheduled(address);
    // In several regions they may have the same name.
    const found = all.filter(
      (each) => name === each.name || name === `${each.region}-${each.name}`,
    );
    const [scheduled] = found;
    if (scheduled === undefined || found.length > 1) {
      return { ok: false, problem: ambiguity(name, all, found.length) };
    }
    const outcome = await runScheduled(address, scheduled, now());
    switch (outcome.kind) {
      case "done":
        return { ok: true, line: `${name} has run.` };
      case "disabled":
        return { ok: false, problem: `${name} is disabled, or was removed.` };
      case "failed":
        return {
          ok: false,
          problem: `${name} failed: ${outcome.reason}. Its log is in the suite.`,
        };
    }
  } catch (error) {
    const { host, port } = address;
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      problem: `No answer from the functions emulator at ${host}:${port}: ${reason}.`,
    };
  }
}

function ambiguity(
  name: string,
  all: readonly { readonly name: string; readonly region: string }[],
  count: number,
): string {
  const names = all.map((each) => (count > 1 ? `${each.region}-${each.name}` : each.name));
  const list = names.length === 0 ? "there are none" : `there are: ${names.sort().join(", ")}`;
  return count > 1
    ? `Several scheduled functions are called ${name}; name one with its region: ${list}.`
    : `No scheduled function is called ${name}; ${list}.`;
}

/** Asks the suite's hub; a text says why there is none. */
async function functionsAddress({ host, port }: Address): Promise<Address | string> {
  const shown = `${host}:${port}`;
  try {
    const response = await fetch(
      `http://${host.includes(":") ? `[${host}]` : host}:${port}/emulators`,
    );
    const { functions } = (await response.json()) as { functions?: Address };
    return functions ?? `The suite at ${shown} runs no functions.`;
  } catch {
    return `No emulator suite answers at ${shown}. Start it, or name its hub with --hub host:port.`;
  }
}
