/** What a process keeps of sensors that it heard of: no more than it may remember, however many there are. */

import { fromRoot } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import { HOST } from "../../scripts/stack/ports.ts";
import { run } from "../../scripts/stack/processes.ts";
import { format, table } from "../report.ts";
import type { Section } from "../report.ts";
import { openChannel } from "../stack/channel.ts";
import { environmentOf } from "../stack/server.ts";
import { folderOf } from "../stack/subjects.ts";
import type { Effort } from "./effort.ts";

interface Step {
  readonly sensors: number;
  readonly heapUsed: number;
  readonly rss: number;
}

/** As many as an instance remembers. */
const REMEMBERED = 10_000;
const STEPS = 10;
const MIB = 1024 * 1024;

export async function measureMemory({ distinctSensors }: Effort): Promise<Section> {
  const started = performance.now();
  const steps = await watch(distinctSensors);
  const seconds = (performance.now() - started) / 1000;
  // Until then the cache is being filled.
  const [first, last] = [steps.find(({ sensors }) => sensors >= REMEMBERED), steps.at(-1)];
  if (first === undefined || last === undefined) throw new Error("Nothing was measured.");
  const growth = last.heapUsed / first.heapUsed;
  const text = [
    "Of the function in a process of its own, after one reading each of so many sensors, all of them different " +
      "(the heap after a collection). It remembers 10,000. " +
      `${format(distinctSensors / seconds, 0)} readings a second, each with two look-ups and without HTTP.`,
    table(
      ["sensors so far", "÷ when the cache is full", "heap MiB", "resident MiB"],
      steps.map(({ sensors, heapUsed, rss }) => [
        sensors.toLocaleString("en-US"),
        format(heapUsed / first.heapUsed, 2),
        format(heapUsed / MIB, 1),
        format(rss / MIB, 0),
      ]),
    ),
  ];
  return {
    title: "Memory",
    text: text.join("\n\n"),
    verdicts: [
      {
        target: `heap after ${last.sensors.toLocaleString("en-US")} sensors, at most 1.1 of after ${first.sensors.toLocaleString("en-US")}`,
        found: format(growth, 2),
        isMet: growth <= 1.1,
      },
    ],
  };
}

async function watch(sensors: number): Promise<readonly Step[]> {
  const database = openChannel<object, { port: number }>("memory/database.ts");
  try {
    const { port } = await database.ask({});
    const script = fromRoot("bench/memory/watch.ts");
    const running = run(
      process.execPath,
      [
        ...["--disable-warning=ExperimentalWarning", "--expose-gc", script],
        ...[folderOf("functions"), String(sensors), String(STEPS)],
      ],
      { cwd: fromRoot(), env: environmentOf(`${HOST}:${port}`) },
    );
    const steps: Step[] = [];
    running.onLine((line) => {
      if (line.startsWith('{"sensors"')) steps.push(JSON.parse(line) as Step);
    });
    const code = await running.ended;
    if (code !== 0 || steps.length !== STEPS) throw new StackError(running.output());
    return steps;
  } finally {
    await database.close();
  }
}
