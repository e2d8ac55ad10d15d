/** `rtdb-emulator run-schedule <function>`: runs a scheduled function once, now, in the running suite. */

import type { Address } from "../triggers/functions-client";
import { getJson } from "../triggers/functions-request";
import { listScheduled, runScheduled } from "./functions-emulator";
import { reasonOf } from "./schedule";

export interface RunScheduleOptions {
  /** Address of the functions emulator. If undefined, the hub provides it. */
  readonly functions: Address | undefined;
  readonly hub: Address;
  readonly now: () => number;
}

export type RunScheduleOutcome =
  | {
      readonly ok: true;
      readonly line: string;
      /** Why the caller may not find the data that the function wrote. */
      readonly warning: string | undefined;
    }
  | { readonly ok: false; readonly problem: string };

/** The addresses that a hub answers, or the warning that a database answers about its functions. */
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
    // Functions in several regions may have the same name.
    const found = all.filter(
      (candidate) => name === candidate.name || name === `${candidate.region}-${candidate.name}`,
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
  const names = all.map((scheduled) =>
    count > 1 ? `${scheduled.region}-${scheduled.name}` : scheduled.name,
  );
  const list = names.length === 0 ? "there are none" : `there are: ${names.sort().join(", ")}`;
  return count > 1
    ? `Several scheduled functions are called ${name}. Add a region to the name; ${list}.`
    : `No scheduled function is called ${name}; ${list}.`;
}

/** Asks the database for a warning: it knows which namespaces functions use. */
async function warningOf(database: Address | undefined): Promise<string | undefined> {
  return database && (await ask(database, "/.inspect/triggers"))?.warning;
}

/** Returns undefined if there is no answer or it is not JSON. */
async function ask(address: Address, path: string): Promise<Answer | undefined> {
  try {
    return (await getJson(address, path)) as Answer;
  } catch {
    return undefined;
  }
}
