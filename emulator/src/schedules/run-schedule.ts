/** `rtdb-emulator run-schedule <function>`: runs a scheduled function now, once, in the running suite. */

import type { Address } from "../triggers/functions-client";
import { getJson, listScheduled, runScheduled } from "./functions-emulator";
import { reasonOf } from "./schedule";

export interface RunScheduleOptions {
  /** The functions emulator's; without it the hub is asked. */
  readonly functions: Address | undefined;
  readonly hub: Address;
  readonly now: () => number;
}

export type RunScheduleOutcome =
  | {
      readonly ok: true;
      readonly line: string;
      /** Why what the function wrote may not be found. */
      readonly warning: string | undefined;
    }
  | { readonly ok: false; readonly problem: string };

/** What the hub names of a suite; from its database, what to know of the functions in it. */
interface Answer {
  readonly functions?: Address;
  readonly database?: Address;
  readonly warning?: string;
}

export async function runSchedule(
  name: string,
  { functions, hub, now }: RunScheduleOptions,
): Promise<RunScheduleOutcome> {
  const suite: Answer | undefined = functions ? { functions } : await ask(hub, "/emulators");
  const address = suite?.functions;
  if (address === undefined) return { ok: false, problem: noFunctions(hub, suite) };
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
        return { ok: true, line: `${name} has run.`, warning: await warningOf(suite?.database) };
      case "disabled":
        return { ok: false, problem: `${name} is disabled, or was removed.` };
      case "failed": {
        const problem = `${name} failed: ${outcome.reason}. Its log is in the suite.`;
        return { ok: false, problem };
      }
    }
  } catch (error) {
    const at = `${address.host}:${address.port}`;
    const problem = `No answer from the functions emulator at ${at}: ${reasonOf(error)}.`;
    return { ok: false, problem };
  }
}

function noFunctions({ host, port }: Address, suite: Answer | undefined): string {
  return suite === undefined
    ? `No emulator suite answers at ${host}:${port}. Start it, or name its hub with --hub host:port.`
    : `The suite at ${host}:${port} runs no functions.`;
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

/** The database knows which namespaces functions use. */
async function warningOf(database: Address | undefined): Promise<string | undefined> {
  return database && (await ask(database, "/.inspect/triggers"))?.warning;
}

/** Undefined where nothing answers with JSON. */
async function ask(address: Address, path: string): Promise<Answer | undefined> {
  try {
    return (await getJson(address, path)) as Answer;
  } catch {
    return undefined;
  }
}
