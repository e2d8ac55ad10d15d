/** Lists and runs scheduled functions in the functions emulator of firebase-tools. */

import { type Address, functionPath } from "../triggers/functions-client";
import { listBackends, send, START_MS } from "../triggers/functions-request";

export interface ScheduledFunction {
  readonly project: string;
  readonly name: string;
  readonly region: string;
  readonly generation: 1 | 2;
  /** The schedule as its author wrote it. */
  readonly schedule: string;
  readonly timeZone: string;
  /** Time limit of a run, in seconds. */
  readonly timeoutSeconds: number;
}

export type RunOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly reason: string }
  /** After `PUT /functions/disableBackgroundTriggers` of the hub. */
  | { readonly kind: "disabled" };

/** Cloud Scheduler's default for functions of each generation. */
const TIME_ZONES = { 1: "America/Los_Angeles", 2: "UTC" } as const;
/** The default time limit of functions. */
const TIMEOUT_SECONDS = 60;
/** A label of every function that receives events. */
const SOURCE = "EVENTARC_CLOUD_EVENT_SOURCE";
/** The project of a suite without a project, in firebase-tools. */
const NO_PROJECT = "demo-no-project";
/** A function with this name does not exist. The error lists the names that exist. */
const UNKNOWN_FUNCTION = "rtdb-emulator-none";

/** @throws Error if the functions emulator does not answer */
export async function listScheduled(address: Address): Promise<readonly ScheduledFunction[]> {
  const backends = await listBackends(address);
  const found = new Map<string, ScheduledFunction>();
  for (const trigger of backends.flatMap((backend) => backend.functionTriggers ?? [])) {
    const { name, region, schedule } = trigger;
    if (typeof schedule?.schedule !== "string") continue;
    const generation = trigger.platform === "gcfv1" ? 1 : 2;
    const timeZone = schedule.timeZone ?? TIME_ZONES[generation];
    const [, project = NO_PROJECT] = /projects\/([^/]+)/.exec(trigger.labels?.[SOURCE] ?? "") ?? [];
    // A function that was loaded again is listed again.
    found.set(`${region}-${name}`, {
      project,
      name,
      region,
      generation,
      timeZone,
      schedule: schedule.schedule,
      timeoutSeconds: trigger.timeoutSeconds ?? TIMEOUT_SECONDS,
    });
  }
  return [...found.values()];
}

/**
 * Runs a function. Resolves when the function has ended.
 * @throws Error if the functions emulator does not answer
 */
export async function runScheduled(
  address: Address,
  { project, name, region, generation, timeoutSeconds }: ScheduledFunction,
  timeMs: number,
): Promise<RunOutcome> {
  const time = new Date(timeMs).toISOString();
  const job = `firebase-schedule-${name}-${region}`;
  const key = await currentKey(address, `${region}-${name}`);
  const event = {
    context: {
      eventId: `${job}-${timeMs}`,
      timestamp: time,
      eventType: "google.pubsub.topic.publish",
      resource: { service: "pubsub.googleapis.com", name: `projects/${project}/topics/${job}` },
    },
    data: {},
  };
  const { status, text } = await send(address, "POST", functionPath(project, key), {
    timeoutMs: timeoutSeconds * 1_000 + START_MS,
    ...(generation === 1
      ? { headers: { "Content-Type": "application/json" }, body: JSON.stringify(event) }
      : { headers: { "X-CloudScheduler-JobName": job, "X-CloudScheduler-ScheduleTime": time } }),
  });
  if (status === 200) return { kind: "done" };
  if (status === 204) return { kind: "disabled" };
  return { kind: "failed", reason: `answer ${status} ${text.split("\n")[0] ?? ""}`.trim() };
}

/** Returns the name with the highest number at its end: the number grows when functions are loaded again. */
async function currentKey(address: Address, id: string): Promise<string> {
  const { text } = await send(address, "POST", functionPath("none", UNKNOWN_FUNCTION));
  const [, names = ""] = /valid functions are: (.*)/.exec(text) ?? [];
  const numbers = names
    .split(", ")
    .filter((name) => name.startsWith(`${id}-`))
    .map((name) => Number(name.slice(id.length + 1)))
    .filter(Number.isInteger);
  return `${id}-${Math.max(0, ...numbers)}`;
}
