/** The functions emulator of firebase-tools: which functions have a schedule, and running one of them. */

import { request } from "node:http";
import { type Address, functionPath } from "../triggers/functions-client";

export interface ScheduledFunction {
  readonly project: string;
  readonly name: string;
  readonly region: string;
  readonly generation: 1 | 2;
  /** As its author wrote it. */
  readonly schedule: string;
  readonly timeZone: string;
  /** How long one run may take, in seconds. */
  readonly timeoutSeconds: number;
}

export type RunOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly reason: string }
  /** `PUT /functions/disableBackgroundTriggers` of the hub. */
  | { readonly kind: "disabled" };

/** Cloud Scheduler's default for functions of each generation. */
const TIME_ZONES = { 1: "America/Los_Angeles", 2: "UTC" } as const;
/** The default of functions. */
const TIMEOUT_SECONDS = 60;
/** Added for the start of a function's process; when that fails, the request is never answered. */
const START_MS = 30_000;
/** A label of every function that gets events. */
const SOURCE = "EVENTARC_CLOUD_EVENT_SOURCE";
/** What firebase-tools calls a suite without a project. */
const NO_PROJECT = "demo-no-project";
/** A name that no function has: the answer lists the names that exist. */
const NONE = "rtdb-emulator-none";

/** @throws Error when nothing answers */
export async function listScheduled(address: Address): Promise<readonly ScheduledFunction[]> {
  const answer = (await getJson(address, "/backends")) as { backends?: readonly Backend[] };
  const { backends = [] } = answer;
  const found = new Map<string, ScheduledFunction>();
  for (const trigger of backends.flatMap((backend) => backend.functionTriggers ?? [])) {
    const { name, region, schedule } = trigger;
    if (typeof schedule?.schedule !== "string") continue;
    const generation = trigger.platform === "gcfv1" ? 1 : 2;
    const timeZone = schedule.timeZone ?? TIME_ZONES[generation];
    const [, project = NO_PROJECT] = /projects\/([^/]+)/.exec(trigger.labels?.[SOURCE] ?? "") ?? [];
    // One that was loaded again is listed again.
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

interface Backend {
  readonly functionTriggers?: readonly {
    readonly name: string;
    readonly region: string;
    readonly platform: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly timeoutSeconds?: number | null;
    readonly schedule?: { readonly schedule?: unknown; readonly timeZone?: string | null };
  }[];
}

/**
 * Resolves when the function has ended.
 * @throws Error when nothing answers
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

/** @throws Error when nothing answers with JSON */
export async function getJson(address: Address, path: string): Promise<unknown> {
  return JSON.parse((await send(address, "GET", path)).text);
}

/** The name with the highest number behind it: the number grows when functions are loaded again. */
async function currentKey(address: Address, id: string): Promise<string> {
  const { text } = await send(address, "POST", functionPath("none", NONE));
  const [, names = ""] = /valid functions are: (.*)/.exec(text) ?? [];
  const numbers = names
    .split(", ")
    .filter((name) => name.startsWith(`${id}-`))
    .map((name) => Number(name.slice(id.length + 1)))
    .filter(Number.isInteger);
  return `${id}-${Math.max(0, ...numbers)}`;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Content {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs?: number;
}

/** `fetch` would wait for five minutes at most; functions may take longer. */
function send(
  { host, port }: Address,
  method: string,
  path: string,
  { headers = {}, body = "", timeoutMs = START_MS }: Content = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, method, path, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.setTimeout(timeoutMs, () => {
      sent.destroy(new Error(`no answer within ${Math.round(timeoutMs / 1_000)} s`));
    });
    sent.end(body);
  });
}
