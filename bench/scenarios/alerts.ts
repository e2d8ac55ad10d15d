/** A look of the jobs at all farms: how it grows with farms and sensors, and that it does not with history. */

import { readFileSync } from "node:fs";
import { createPushKeys } from "../../domain/src/push-key.ts";
import { createVapidKeys } from "../../domain/src/vapid.ts";
import { run } from "../../scripts/stack/processes.ts";
import { startDatabase } from "../../scripts/stack/database.ts";
import { fromRoot, NAMESPACE, PROJECT } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import type { Bench } from "../effort.ts";
import { setRules, write } from "../processes/database.ts";
import { startRelay } from "../processes/start-relay.ts";
import { atMost, format, table } from "../report.ts";
import type { Row, Section } from "../report.ts";
import { summarize } from "../statistics.ts";

const SENSORS = 10;
const GREENHOUSES = 2;
/** Entries of the history of each greenhouse, where there is one. */
const HISTORY = 20_000;
const MAX_SECONDS = 20;
const MAX_MEGABYTES = 256;

/** The peak of resident memory is Linux' own figure: Node's begins with that of the process that started it. */
const SCRIPT = `
const { readFileSync } = require("node:fs");
const { watchFarms } = require(${JSON.stringify(fromRoot("jobs/lib/index.js"))});
watchFarms.run({ scheduleTime: new Date().toISOString() }).then(() => {
  const [, kilobytes] = /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"));
  console.log(JSON.stringify({ megabytes: kilobytes / 1000 }));
  process.exit(0);
});
`;

interface Look {
  readonly seconds: number;
  readonly megabytes: number;
  readonly bytes: number;
}

export async function measureAlerts({ effort }: Bench): Promise<Section> {
  const rows: Row[] = [];
  let last: readonly Look[] = [];
  const measure = async (
    farms: number,
    history: number,
    name: string,
  ): Promise<readonly Look[]> => {
    const looks = await lookSeveralTimes(farms, history, effort.rounds);
    const of = (key: keyof Look): number => summarize(looks.map((look) => look[key])).median;
    const kilobytes = format(of("bytes") / 1000, 1);
    rows.push([name, format(of("seconds"), 2), kilobytes, format(of("megabytes"))]);
    return looks;
  };
  const [few = 1] = effort.farms;
  await measure(few, 0, `${few}, without history`);
  for (const farms of effort.farms)
    last = await measure(farms, farms === few ? HISTORY : 0, format(farms));
  const most = effort.farms.at(-1) ?? 0;
  return {
    title: "Alerts",
    paragraphs: [
      `A look at farms of ${SENSORS} sensors in ${GREENHOUSES} greenhouses each, all in order, in a new process: seconds from its first ` +
        `read to its last write, what it reads from the database, and its memory. The first farm has ${format(HISTORY)} ` +
        "entries of history in each greenhouse, where it has any.",
      table(["farms", "seconds", "kB read", "MB"], rows),
    ],
    targets: [
      atMost(
        MAX_SECONDS,
        `alerts: seconds of a look at ${format(most)} farms, at most ${MAX_SECONDS}`,
        summarize(last.map(({ seconds }) => seconds)),
      ),
      atMost(
        MAX_MEGABYTES,
        `alerts: MB of a look at ${format(most)} farms, at most ${MAX_MEGABYTES}`,
        summarize(last.map(({ megabytes }) => megabytes)),
      ),
    ],
  };
}

async function lookSeveralTimes(
  farms: number,
  history: number,
  rounds: number,
): Promise<readonly Look[]> {
  const database = await startDatabase();
  await setRules(database.address, readFileSync(fromRoot("database.rules.json"), "utf8"));
  for (let farm = 0; farm < farms; farm += 1) {
    await write("PATCH", database.address, "", JSON.stringify(recordsOf(`farm-${farm}`, history)));
  }
  const relay = await startRelay(database.address);
  const looks: Look[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await relay.setRoundTrip(0);
      const look = await lookOnce(relay.address);
      const { down } = await relay.setRoundTrip(0);
      looks.push({ ...look, bytes: down.bytes });
    }
    return looks;
  } finally {
    await relay.close();
    await database.process.stop();
  }
}

async function lookOnce(address: string): Promise<Omit<Look, "bytes">> {
  const { output, ended } = run(process.execPath, ["-e", SCRIPT], {
    env: {
      ...process.env,
      ...{ GCLOUD_PROJECT: PROJECT, FUNCTIONS_EMULATOR: "true", DATABASE_INSTANCE: NAMESPACE },
      FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT }),
      FIREBASE_DATABASE_EMULATOR_HOST: address,
      VAPID_PRIVATE_KEY: createVapidKeys().privateKey,
    },
  });
  const code = await ended;
  const entries = output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Readonly<Record<string, number>>);
  const look = Object.assign({}, ...entries) as Readonly<Record<string, number>>;
  const { milliseconds, megabytes } = look;
  if (code === 0 && milliseconds !== undefined && megabytes !== undefined) {
    return { seconds: milliseconds / 1000, megabytes };
  }
  throw new StackError(`The jobs ended with ${code}:\n${output()}`);
}

/** A farm in order, by path. */
function recordsOf(farm: string, history: number): Record<string, unknown> {
  const now = Date.now();
  const createKey = createPushKeys(Math.random);
  const houses = Array.from({ length: GREENHOUSES }, (_, index) => `${farm}-house-${index}`);
  const records: Record<string, unknown> = {
    [`farms/${farm}`]: { name: farm, apiKey: "key", members: { olga: "owner" } },
    [`alertSettings/${farm}`]: { silentAfterMinutes: 30, lowBatteryPercent: 20 },
  };
  const measured = { temperature: 20, humidity: 60, light: 9000, battery: 80 };
  for (const house of houses) {
    const thresholds = { temperature: { min: 5, max: 30 }, humidity: { max: 90 } };
    records[`greenhouses/${house}`] = { name: house, farmId: farm, thresholds };
    records[`sensors/${house}/current`] = {
      temperature: 20,
      humidity: 60,
      light: 9000,
      updatedAt: now,
    };
    if (history === 0) continue;
    const entries = Array.from(
      { length: history },
      () => [createKey(now), { uid: `${farm}-0`, ...measured, updatedAt: now }] as const,
    );
    records[`sensors/${house}/history`] = Object.fromEntries(entries);
  }
  for (let sensor = 0; sensor < SENSORS; sensor += 1) {
    const uid = `${farm}-${sensor}`;
    const greenhouse = houses[sensor % GREENHOUSES] ?? "";
    const names = { sensorName: `Air ${sensor}`, sensorType: "SHT31" };
    records[`registeredSensors/${uid}`] = { ...names, farmId: farm, greenhouse };
    records[`lastSeen/${farm}/${uid}`] = { "temperature,humidity,light,battery": now };
    records[`sensors/${greenhouse}/bySensor/${uid}`] = { ...names, ...measured };
  }
  return records;
}
