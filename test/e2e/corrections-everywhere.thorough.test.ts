/** One day of one sensor has the same figures everywhere, before and after each change of its corrections. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  parseCoverage,
  parseRollup,
  parseSeries,
  startOf,
} from "@greenhouse/domain/rollups/rollups";
import type { Level } from "@greenhouse/domain/rollups/rollups";
import { entriesOf, fieldOf, numberOf } from "@greenhouse/domain/stored";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { useEmulator } from "rtdb-emulator/testing/emulator";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { useWebClients } from "rtdb-emulator/testing/web-clients";
import { NAMESPACE } from "../support/backend/addresses";
import { databaseClient } from "../support/backend/database-client";
import type { DatabaseClient } from "../support/backend/database-client";
import { addFarm, addSensor } from "../support/backend/farm";
import { startFunctionsHost } from "../support/backend/functions-host";
import type { FunctionsHost } from "../support/backend/functions-host";
import { farm, farmJson } from "../support/cli/farm-command";
import type { FarmSettings } from "../support/cli/farm-command";
import {
  columnIn,
  figuresOf,
  isPossible,
  joinedFigures,
  rounded,
} from "../support/corrected/figures";
import type { Figures, Quantity } from "../support/corrected/figures";
import { openJobs } from "../support/corrected/own-jobs";
import { openPage } from "../support/corrected/page-figures";
import type { PageFigures } from "../support/corrected/page-figures";
import { RULES } from "../support/database";
import { loadRules } from "../support/rules-client/requests";

const QUANTITIES = ["temperature", "soilMoisture"] as const;
const THRESHOLDS = { temperature: { min: 10 }, soilMoisture: { min: 35 } };
const EVERY_MS = 15 * MINUTE_MS;

/** The database's and the jobs' clock is ahead, so that the jobs fold a change without waiting for the next run. */
let ahead = 0;
const now = (): number => Date.now() + ahead;
const emulator = useEmulator({ now });
const open = useWebClients(emulator);
const folder = useTemporaryFolder();

interface Raw extends Readonly<Record<Quantity, number>> {
  readonly at: number;
}

/** 23 full hours, so that the whole day stays within a card's 24 hours. */
function pastDay(nowMs: number): readonly Raw[] {
  const until = startOf("hour", nowMs);
  const length = (23 * HOUR_MS) / EVERY_MS;
  return Array.from({ length }, (_, index) => ({
    at: until - (length - index) * EVERY_MS,
    temperature: Math.round(150 + 80 * Math.sin(index / 14)) / 10,
    soilMoisture: 1_700 + ((index * 37) % 1_400),
  }));
}

const NEWEST = { temperature: 10.4, soilMoisture: 2_735 };

/** What is in force, in plain arithmetic. */
interface InForce {
  readonly temperature: (sent: number) => number;
  readonly soilMoisture: (sent: number) => number;
  /** Readings from one time to before another do not count. */
  readonly excluded?: readonly [from: number, until: number];
}

const AS_SENT: InForce = { temperature: (sent) => sent, soilMoisture: (sent) => sent };

function valuesOf(raw: readonly Raw[], quantity: Quantity, inForce: InForce): readonly number[] {
  const [from, until] = inForce.excluded ?? [0, 0];
  return raw
    .filter(({ at }) => at < from || at >= until)
    .map((reading) => inForce[quantity](reading[quantity]))
    .filter((value) => isPossible(quantity, value));
}

let host: FunctionsHost;
let database: DatabaseClient;
let settings: FarmSettings;
let page: PageFigures | undefined;
beforeAll(async () => {
  const address = `${emulator.host}:${emulator.port}`;
  host = await startFunctionsHost({ FIREBASE_DATABASE_EMULATOR_HOST: address });
  settings = { env: { FIREBASE_DATABASE_EMULATOR_HOST: address, FUNCTIONS_URL: host.url } };
  database = databaseClient(NAMESPACE, address);
  const { host: name, port } = emulator;
  await loadRules(
    { host: name, port, namespace: NAMESPACE, close: () => Promise.resolve() },
    RULES,
  );
});
afterEach(() => page?.close());
afterAll(() => host.stop());

test("page, exports, rollups, command line and alerts agree after each change", async () => {
  const acres = await addFarm(database);
  const { uid, greenhouse } = await addSensor(database, acres, { sensorName: "Air" });
  await database.patch({
    [`greenhouses/${greenhouse}/thresholds`]: THRESHOLDS,
    [`alertSettings/${acres.id}`]: { silentAfterMinutes: 720, lowBatteryPercent: 20 },
  });
  const past = pastDay(Date.now());
  const file = join(folder(), "day.csv");
  const lines = past.map((reading) => [uid, reading.at, reading.temperature, reading.soilMoisture]);
  writeFileSync(file, ["uid,time,temperature,soilMoisture", ...lines.map(String), ""].join("\n"));
  const cli = (...args: readonly string[]): Promise<unknown> => farmJson(args, settings);
  await cli("readings", "import", acres.id, file);
  await cli("reading", "send", uid, "--temperature", `${NEWEST.temperature}`, "--soil-moisture", `${NEWEST.soilMoisture}`); // prettier-ignore
  const at = numberOf(await database.get(`lastSeen/${acres.id}/${uid}`), "temperature");
  const newest = { ...NEWEST, at: at! };
  const raw = [...past, newest];
  const from = past[0]!.at;
  await cli("history", "rollup", greenhouse);
  const stored = (): Promise<unknown> => database.get(`sensors/${greenhouse}`);
  const before = JSON.stringify(await stored());
  expect(entriesOf(fieldOf(await stored(), "history"))).toHaveLength(raw.length);

  const jobs = openJobs({ host: emulator.host, port: emulator.port, namespace: NAMESPACE }, now);
  const to = Date.now() + HOUR_MS;
  page = await openPage(open(NAMESPACE, { sub: "someone" }), { farmId: acres.id, greenhouseId: greenhouse, uid, from, to }); // prettier-ignore

  const exported = async (quantity: Quantity): Promise<Figures> => {
    const args = [
      "readings",
      "export",
      acres.id,
      "--from",
      "2d",
      "--to",
      new Date(to).toISOString(),
    ];
    const { stdout } = await farm(args, settings);
    return figuresOf(columnIn(stdout, quantity, quantity));
  };
  const rollups = async (level: Level, quantity: Quantity): Promise<Figures> => {
    const path = `rollups/${greenhouse}/${uid}/${level}/${quantity}`;
    return joinedFigures([...parseSeries(await database.get(path), parseRollup).values()]);
  };
  const shown = async (quantity: Quantity): Promise<number | undefined> => {
    const value = numberOf(fieldOf(await cli("sensor", "show", uid), "newest"), quantity);
    return value === undefined ? undefined : rounded(value);
  };
  const alerts = async (): Promise<readonly string[]> =>
    entriesOf(await database.get(`alerts/${acres.id}/open`)).map(
      ([id, alert]) => `${id.replace(`,${uid}`, "")} ${rounded(numberOf(alert, "value") ?? NaN)}`,
    );

  /** Compares everything with the raw values. @param left alerts that stay open without a finding */
  const compare = async (inForce: InForce, left: readonly string[] = []): Promise<void> => {
    const { chart, card, cardSource, findings, csv, newest: onPage } = page!;
    const all = Object.fromEntries(
      QUANTITIES.map((quantity) => [quantity, figuresOf(valuesOf(raw, quantity, inForce))]),
    ) as Record<Quantity, Figures>;
    const present = Object.fromEntries(
      QUANTITIES.map((name) => [name, rounded(inForce[name](newest[name]))]),
    ) as Record<Quantity, number>;
    const found = QUANTITIES.flatMap((quantity) => {
      const value = present[quantity];
      const isBelow = value < THRESHOLDS[quantity].min;
      const kind = isPossible(quantity, value) ? (isBelow ? "below" : undefined) : "fault";
      return kind === undefined ? [] : [{ kind, quantity, value }];
    });
    const cards = QUANTITIES.map((name) => ({ low: all[name].low, high: all[name].high }));
    const readCards = () => Promise.resolve(QUANTITIES.map(card));
    // At once, before anything is folded.
    await expectSoon(() => Promise.resolve(QUANTITIES.map(chart)), QUANTITIES.map((name) => all[name])); // prettier-ignore
    await expectSoon(readCards, cards);
    expect(QUANTITIES.map(onPage)).toEqual(QUANTITIES.map((name) => present[name]));
    expect(findings(THRESHOLDS).toSorted()).toEqual(
      found.map(({ kind, quantity }) => `${kind},${quantity}`).toSorted(),
    );
    for (const quantity of QUANTITIES) {
      expect(await csv(quantity)).toEqual(all[quantity]);
      expect(await exported(quantity)).toEqual(all[quantity]);
      expect(await shown(quantity)).toBe(present[quantity]);
    }

    ahead += 2 * MINUTE_MS;
    await jobs.foldReadings();
    const {
      from: first,
      until,
      again,
    } = parseCoverage(await database.get(`rollupCoverage/${greenhouse}`))!;
    expect(again).toBeUndefined();
    const folded = raw.filter(({ at }) => at >= first && at < until);
    expect(folded.length).toBeGreaterThan(85);
    for (const quantity of QUANTITIES) {
      const expected = figuresOf(valuesOf(folded, quantity, inForce));
      expect(await rollups("hour", quantity)).toEqual(expected);
      expect(await rollups("day", quantity)).toEqual(expected);
    }
    await expectSoon(() => Promise.resolve(cardSource()), "hours");
    await expectSoon(readCards, cards);

    for (let check = 0; check < 2; check += 1) {
      ahead += MINUTE_MS;
      await jobs.watchFarms();
    }
    expect((await alerts()).toSorted()).toEqual(
      [
        ...left,
        ...found.map(({ kind, quantity, value }) => `${kind},${quantity} ${value}`),
      ].toSorted(),
    );
    expect(JSON.stringify(await stored())).toBe(before);
  };

  await compare(AS_SENT);
  const since = ["--from", new Date(Date.now() - 30 * HOUR_MS).toISOString()];
  await cli("sensor", "calibrate", uid, "temperature", "--by", "0.8", ...since);
  // The later calibration counts: 5 °C is 6 °C, and 25 °C is 24 °C.
  const temperature = (sent: number): number => 6 + ((sent - 5) * (24 - 6)) / (25 - 5);
  await cli("sensor", "calibrate", uid, "temperature", "--points", "5=6,25=24", ...since);
  await compare({ ...AS_SENT, temperature });
  const soilMoisture = (sent: number): number => ((3_200 - sent) / (3_200 - 1_650)) * 100;
  await cli("sensor", "calibrate", uid, "soilMoisture", "--dry", "3200", "--wet", "1650", ...since);
  await compare({ temperature, soilMoisture });
  const excluded = [newest.at - 12 * HOUR_MS, newest.at - 5.5 * HOUR_MS] as const;
  const span = excluded.map((at) => new Date(at).toISOString());
  await cli("sensor", "exclude", uid, "--from", span[0]!, "--until", span[1]!);
  await compare({ temperature, soilMoisture, excluded });
  for (const name of ["excluded/a0", "temperature/a1", "temperature/a0", "soilMoisture/a0"])
    await cli("sensor", "undo", uid, name);
  // Only a possible value ends an alert: as sent, the probe's counts are a fault.
  await compare(AS_SENT, ["below,soilMoisture 30"]);
});
