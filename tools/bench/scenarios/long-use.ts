/**
 * Uses the page for ten minutes while a farm's sensors send 50 readings a second. Measures how much
 * memory each view keeps, and how busy it is.
 */

import { setTimeout as pass } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import { freePort } from "rtdb-emulator/testing/free-port.ts";
import { hostEnvironment, startHost } from "../../dev/stack/host.ts";
import { HOST } from "../../dev/processes/ports.ts";
import { NAMESPACE } from "../../dev/stack/project.ts";
import type { Bench, Effort } from "../effort.ts";
import { sendAtRate } from "../load/fixed-rate.ts";
import type { Message } from "../load/readings.ts";
import { addBenchFarm, farmReading, greenhouseId, SENSORS } from "../page/farm.ts";
import { withPageStack } from "../page/stack.ts";
import type { PageStack } from "../page/stack.ts";
import { SCREENS, signedIn } from "../page/visit.ts";
import type { Visitor } from "../page/visit.ts";
import { atMost, format, table } from "../report.ts";
import type { Row, Section, Target } from "../report.ts";
import { summarize } from "../statistics.ts";

const PER_SECOND = 50;
/** Time for a view to read everything that it shows. */
const SETTLE_MS = 3_000;
/** Interval between two measurements of the heap. */
const SAMPLE_SECONDS = 15;
const MAX_HEAP_MB = 10;
const MAX_BUSY_PERCENT = 25;
/** Each view is open in its own window, without the others. */
const VIEWS = {
  overview: "",
  "a greenhouse": `/g/${greenhouseId(0)}`,
  sensors: "/sensors",
  alerts: "/alerts",
  settings: "/settings",
} as const;

/**
 * @returns megabytes after garbage collection, and the seconds that its main thread has worked so
 * far
 */
async function sample(
  cdp: CDPSession,
): Promise<{ readonly heap: number; readonly worked: number }> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  const metric = (wanted: string): number =>
    metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  return { heap: metric("JSHeapUsedSize") / 1e6, worked: metric("TaskDuration") };
}

export function measureLongUse({ effort }: Bench): Promise<Section> {
  return withPageStack((stack) => measureViews(stack, effort));
}

async function measureViews(
  { ports, browser, url, secret }: PageStack,
  effort: Effort,
): Promise<Section> {
  await addBenchFarm(ports, Date.now());
  const host = await startHost({
    port: await freePort(),
    env: {
      ...process.env,
      SENSOR_API_KEY: secret,
      DATABASE_INSTANCE: NAMESPACE,
      ...hostEnvironment(`${HOST}:${ports.database}`),
    },
    onLine: () => undefined,
  });
  const rows: Row[] = [];
  const targets: Target[] = [];
  try {
    const visitor = await signedIn(browser, url, SCREENS.desk);
    for (const [view, path] of Object.entries(VIEWS)) {
      await visitor.page.goto(url + path);
      const result = await use(visitor, `${host.url}/sensorData`, effort.useSeconds);
      const { before, after, most, busy, perSecond } = result;
      const figures = [before, after, most, busy].map((figure) => format(figure, 1));
      rows.push([view, ...figures, format(perSecond)]);
      const limit = (at: number, unit: string, figure: number): void => {
        const text = `page, long use, ${view}: ${unit}, at most ${at}`;
        targets.push(atMost(at, text, summarize([figure])));
      };
      limit(MAX_HEAP_MB, "megabytes of heap", most);
      limit(MAX_BUSY_PERCENT, "percent of a processor", busy);
    }
  } finally {
    await host.process.stop();
  }
  return {
    title: "Long use",
    paragraphs: [
      `Each view on its own for ${effort.useSeconds} seconds, while ${SENSORS} sensors send ${PER_SECOND} readings a second, without any throttling. ` +
        "The heap is measured after garbage collection, every quarter of a minute. The processor's share is that of the page's main thread.",
      table(["view", "MB before", "MB after", "MB maximum", "% busy", "readings/s"], rows),
    ],
    targets,
  };
}

interface Use {
  /** Megabytes of heap. */
  readonly before: number;
  readonly after: number;
  readonly most: number;
  /** Percent of a processor. */
  readonly busy: number;
  /** Readings that were stored. */
  readonly perSecond: number;
}

async function isShown(cdp: CDPSession): Promise<boolean> {
  const expression = 'document.querySelector("main h1, main h2") !== null';
  const { result } = await cdp.send("Runtime.evaluate", { expression });
  return result.value === true;
}

/** Keeps the page's view open. */
async function use({ page, context }: Visitor, origin: string, seconds: number): Promise<Use> {
  const cdp = await context.newCDPSession(page);
  // Does not use a locator: its code would be part of the heap.
  while (!(await isShown(cdp))) await pass(SETTLE_MS / 10);
  await pass(SETTLE_MS);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  let sensor = 0;
  const next = (): Message => farmReading((sensor += 7) % SENSORS);
  const before = await sample(cdp);
  const begunMs = performance.now();
  const sending = sendAtRate({ origin, perSecond: PER_SECOND, seconds, next });
  const heaps: number[] = [];
  while (performance.now() - begunMs < 1000 * seconds) {
    await Promise.race([pass(1000 * SAMPLE_SECONDS), sending]);
    heaps.push((await sample(cdp)).heap);
  }
  const { perSecond, failures, failure } = await sending;
  // The functions' process may close a connection just as a request begins.
  if (failures > seconds / 10) throw new Error(`${failures} readings were not stored: ${failure}`);
  const after = await sample(cdp);
  const busy = (100_000 * (after.worked - before.worked)) / (performance.now() - begunMs);
  await cdp.detach();
  return { before: before.heap, after: after.heap, most: Math.max(...heaps), busy, perSecond };
}
