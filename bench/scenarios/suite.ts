/** The emulator suite of firebase-tools with the embedded database: its start, and functions that writes trigger. */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startDatabase } from "../../scripts/stack/database.ts";
import type { RunningDatabase } from "../../scripts/stack/database.ts";
import { HOST } from "../../scripts/stack/ports.ts";
import { NAMESPACE, PROJECT } from "../../scripts/stack/project.ts";
import { Socket } from "../load/socket.ts";
import { setRules } from "../processes/database.ts";
import { residentMegabytes } from "../processes/memory.ts";
import { runSuite, untilPrinted } from "../processes/suite.ts";
import type { SuiteJob } from "../processes/suite.ts";
import { atLeast, atMost, format, table, withRange } from "../report.ts";
import type { Section } from "../report.ts";
import { compare, inRounds, percentile, summarize } from "../statistics.ts";
import type { Bench, Effort } from "../effort.ts";

type Part = Omit<Section, "title">;

const MAX_EXTRA_SECONDS = 0.3;
const MIN_WRITES = 0.95;
const EVENTS_PER_SECOND = 100;
/** In one turn. */
const WRITES = 10_000;
const MANY_EVENTS = 100_000;
/** Writes without an answer at a time. */
const WINDOW = 500;
const OPEN_RULES = '{"rules": {".read": true, ".write": true}}';
const ANSWERED = "The first request was answered.";

export async function measureSuite({ effort }: Bench): Promise<Section> {
  const parts = [
    await measureStart(effort),
    await measureEvents(effort),
    await measureWrites(effort),
  ];
  return {
    title: "The emulator suite",
    paragraphs: parts.flatMap(({ paragraphs }) => paragraphs),
    targets: parts.flatMap(({ targets }) => targets),
  };
}

/** Sends a request from below `emulators:exec`. */
function script(url: string): string {
  const code = `fetch("${url}").then(() => console.log("${ANSWERED}"))`;
  return `"${process.execPath}" -e '${code}'`;
}

async function measureStart({ coldStarts }: Effort): Promise<Part> {
  const command = "emulators:exec";
  const database = script(`http://'$FIREBASE_DATABASE_EMULATOR_HOST'/in.json?ns=${NAMESPACE}`);
  const bare: SuiteJob = {
    ...{ command, only: "functions", hasDatabase: false },
    script: script("http://'$FIREBASE_EMULATOR_HUB'/emulators"),
  };
  const alone: SuiteJob = { command, only: "database", hasDatabase: true, script: database };
  const both: SuiteJob = { ...alone, only: "database,functions" };
  const times = await inRounds(coldStarts, [bare, alone, both], secondsUntilAnswer);
  const of = (job: SuiteJob): readonly number[] => times.get(job) ?? [];
  const extra = of(both).map((seconds, round) => seconds - (of(bare)[round] ?? NaN));
  return {
    paragraphs: [
      "From `firebase emulators:exec` to the first answered request, in seconds:",
      table(
        ["emulators", "seconds"],
        [
          ["functions, without this database", withRange(summarize(of(bare)))],
          ["database", withRange(summarize(of(alone)))],
          ["database and functions", withRange(summarize(of(both)))],
        ],
      ),
    ],
    targets: [
      atMost(
        MAX_EXTRA_SECONDS,
        `suite: seconds that the database adds to the start, at most ${MAX_EXTRA_SECONDS}`,
        summarize(extra),
      ),
    ],
  };
}

async function secondsUntilAnswer(job: SuiteJob): Promise<number> {
  const startedMs = performance.now();
  const suite = await runSuite(job);
  await untilPrinted(suite, ANSWERED);
  const seconds = (performance.now() - startedMs) / 1_000;
  await suite.process.ended;
  return seconds;
}

/** From a write to the function that it triggers. */
async function measureEvents({ rounds, seconds }: Effort): Promise<Part> {
  const only = "database,functions";
  const suite = await runSuite({ command: "emulators:start", only, hasDatabase: true });
  await untilPrinted(suite, "All emulators ready");
  const socket = await Socket.connect(suite.address);
  const sentMs: number[] = [];
  const send = async (): Promise<void> => {
    sentMs.push(Date.now());
    await socket.ask("p", { p: `in/${sentMs.length - 1}`, d: true });
  };
  const latencies = async (first: number): Promise<readonly number[]> => {
    await whenIdle(suite.address);
    const answer = await fetch(`http://${suite.address}/out.json?ns=${NAMESPACE}`);
    const out = (await answer.json()) as readonly number[];
    const found = sentMs.map((ms, index) => (out[index] ?? NaN) - ms).slice(first);
    return found.sort((a, b) => a - b);
  };
  // The first call starts the function's process.
  await send();
  await latencies(0);
  for (let turn = 0; turn < 20 * rounds; turn += 1) {
    await send();
    await whenIdle(suite.address);
  }
  const one = await latencies(1);
  const before = sentMs.length;
  const startedMs = performance.now();
  for (let sent = 0; sent < EVENTS_PER_SECOND * seconds * 3; sent += 1) {
    const dueMs = startedMs + (sent * 1_000) / EVENTS_PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    await send();
  }
  const many = await latencies(before);
  socket.close();
  await suite.process.stop();
  const row = (name: string, found: readonly number[]): readonly (string | number)[] => [
    name,
    format(percentile(found, 50), 1),
    format(percentile(found, 99), 1),
  ];
  return {
    paragraphs: [
      "From a write to its function, in milliseconds. The functions emulator of firebase-tools runs the function; one " +
        "event of a trigger is under way at a time.",
      table(
        ["", "p50", "p99"],
        [row("one at a time", one), row(`${EVENTS_PER_SECOND} a second`, many)],
      ),
    ],
    targets: [],
  };
}

/** What triggers cost the database: ten that do not match, and very many events that a stand-in takes at once. */
async function measureWrites({ rounds }: Effort): Promise<Part> {
  const functions = createServer((request, response) => {
    request.resume().on("end", () => response.end("{}"));
  }).listen(0, HOST);
  await once(functions, "listening");
  const flags = [
    ...["--functions_emulator_host", HOST],
    ...["--functions_emulator_port", String((functions.address() as AddressInfo).port)],
  ];
  const [none, ten, matching] = [await open(flags), await open(flags), await open(flags)];
  for (let index = 0; index < 10; index += 1)
    await register(ten.database, index, `/other/${index}/{id}`);
  await register(matching.database, 0, "/in/{id}");
  const rates = await inRounds(4 * rounds, [none, ten], (each) =>
    writesPerSecond(each.socket, WRITES),
  );
  const ratio = compare(rates.get(ten) ?? [], rates.get(none) ?? []);
  const startedMs = performance.now();
  await writesPerSecond(matching.socket, MANY_EVENTS);
  await whenIdle(matching.database.address);
  const eventsPerSecond = (MANY_EVENTS / (performance.now() - startedMs)) * 1_000;
  await writesPerSecond(none.socket, MANY_EVENTS);
  const [with_, without] = [matching, none].map(({ database }) =>
    residentMegabytes(database.process),
  );
  for (const { socket, database } of [none, ten, matching]) {
    socket.close();
    await database.process.stop();
  }
  functions.close();
  functions.closeAllConnections();
  return {
    paragraphs: [
      `${format(MANY_EVENTS)} events to a stand-in that answers at once: ${format(eventsPerSecond)} a second, writes ` +
        `included. The database then holds ${format(with_ ?? NaN)} MB, and ${format(without ?? NaN)} MB after the same writes without ` +
        "a trigger.",
    ],
    targets: [
      atLeast(
        MIN_WRITES,
        `suite: writes a second beside ten triggers that do not match, at least ${MIN_WRITES}`,
        ratio,
      ),
    ],
  };
}

interface Opened {
  readonly database: RunningDatabase;
  readonly socket: Socket;
}

async function open(flags: readonly string[]): Promise<Opened> {
  const database = await startDatabase(flags);
  await setRules(database.address, OPEN_RULES);
  return { database, socket: await Socket.connect(database.address) };
}

async function register({ address }: RunningDatabase, index: number, path: string): Promise<void> {
  const body = JSON.stringify({
    name: `projects/${PROJECT}/locations/us-central1/triggers/us-central1-bench${index}-0`,
    ...{ path, event: "google.firebase.database.ref.v1.written", topic: "bench" },
    namespacePattern: NAMESPACE,
  });
  const headers = { Authorization: "Bearer owner" };
  await fetch(`http://${address}/.settings/functionTriggers.json`, {
    method: "POST",
    headers,
    body,
  });
}

async function writesPerSecond(socket: Socket, count: number): Promise<number> {
  const startedMs = performance.now();
  for (let first = 0; first < count; first += WINDOW) {
    const writes = Array.from({ length: WINDOW }, (_, index) =>
      socket.ask("p", { p: `in/${index}`, d: startedMs + first + index }),
    );
    await Promise.all(writes);
  }
  return (count / (performance.now() - startedMs)) * 1_000;
}

async function whenIdle(address: string): Promise<void> {
  const url = `http://${address}/.inspect/triggers?ns=${NAMESPACE}&wait=idle&timeout=5min`;
  const answer = await fetch(url, { headers: { Authorization: "Bearer owner" } });
  const { isIdle } = (await answer.json()) as { readonly isIdle: boolean };
  if (!isIdle) throw new Error(`Events are still under way at ${address} after five minutes.`);
}
