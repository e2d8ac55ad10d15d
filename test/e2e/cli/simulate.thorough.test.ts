/** A simulation's report agrees with what is stored, whatever the server does. */

import { OUTPUT_ROOTS } from "@greenhouse/domain/outputs/updates";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addGreenhouse } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { sharedHost } from "../../support/backend/targets";
import { countSensors } from "../../support/cli/registered-sensors";
import { farm, farmJson, startFarm, startTerminalFarm } from "../../support/cli/farm-command";
import { expectSoon } from "rtdb-emulator/testing/polling";

const database = databaseClient();
const host = sharedHost();
let acres: Farm;
let houses: readonly string[];

beforeEach(async () => {
  acres = await addFarm(database);
  houses = [await addGreenhouse(database, acres), await addGreenhouse(database, acres)];
});

interface Account {
  readonly sent: number;
  readonly accepted: number;
  readonly skipped: number;
  readonly unconfirmed: Readonly<Record<string, number>>;
}

/**
 * A busy machine may skip turns, but never the first one, so the number of readings is not known in
 * advance.
 */
async function simulate(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly account: Account }> {
  const { code, stdout } = await farm(["simulate", acres.id, ...args, "--json"], { env });
  return { code, account: JSON.parse(stdout) as Account };
}

async function countStored(): Promise<{ signed: number; keyed: number }> {
  const records = await Promise.all(houses.map((house) => readRecords(database, house)));
  return {
    signed: records.reduce((sum, { history }) => sum + history.length, 0),
    keyed: records
      .flatMap(({ historyOf }) => Object.values(historyOf))
      .reduce((sum, entries) => sum + entries.length, 0),
  };
}

test("all sent readings are stored, in both layouts, and the devices are removed afterwards", async () => {
  const args = ["--devices", "12", "--for", "2s", "--every", "1s", "--concurrency", "8"];
  const { code, account } = await simulate(args, { SENSOR_API_KEY: host.sensorKey });
  const { sent, skipped } = account;
  expect([code, account]).toMatchObject([
    0,
    { devices: 12, accepted: sent, stored: sent, refused: {}, unconfirmed: {} },
  ]);
  expect(sent + skipped).toBe(24);
  const { signed, keyed } = await countStored();
  expect(signed + keyed).toBe(sent);
  expect(Math.min(signed, keyed)).toBeGreaterThan(0);
  expect(await countSensors(database, acres)).toBe(0);
});

/** The account of a simulation: all accepted readings are stored. */
const ACCOUNT = /sent +\d+\naccepted +(\d+)\nstored +\1\n/g;

test("is interrupted by Ctrl-C in a terminal under npm, and cleans up and reports once", async () => {
  const args = ["simulate", acres.id, "--variant", "signed", "--for", "1h", "--every", "1s"];
  const running = startTerminalFarm(args);
  try {
    await running.printed("Press Ctrl-C to end");
    await expectSoon(async () => (await countStored()).signed > 1, true);
    // Under npm, one Ctrl-C arrives several times.
    for (let time = 0; time < 4; time += 1) running.type("\u0003");
    const { stdout } = await running.finished;
    expect(stdout.replaceAll("\r", "").match(ACCOUNT)).toHaveLength(1);
    expect(stdout.match(/Interrupted/g)).toHaveLength(1);
    expect(await countSensors(database, acres)).toBe(0);
  } finally {
    running.signal("SIGKILL", "group");
  }
});

describe("with outputs", () => {
  interface Listed {
    readonly uid: string;
    readonly output: string;
    readonly condition: string;
  }
  const listed = async () => (await farmJson(["output", "list", acres.id])) as Listed[];
  const stored = () => Promise.all(OUTPUT_ROOTS.map((root) => database.get(`${root}/${acres.id}`)));

  test("an order is applied during the run and ends by its time, and nothing is left", async () => {
    const args = ["simulate", acres.id, "--devices", "2", "--outputs", "2"];
    const running = startFarm([...args, "--for", "1h", "--every", "1s"]);
    await running.printed("Press Ctrl-C to end");
    await expectSoon(async () => (await listed()).length, 4);
    const { uid = "" } = (await listed())[0] ?? {};
    // A key that somebody adds meanwhile is removed with its device.
    await database.put(`sensorKeys/${uid}`, { farmId: acres.id, key: acres.apiKey });
    await farmJson(["output", "on", uid, "valve-2", "--for", "4s"]);
    await running.printed(`${uid} valve-2: on (as ordered)`);
    await running.printed(`${uid} valve-2: off (the order ended`);
    const conditions = async () => (await listed()).map(({ condition }) => condition);
    await expectSoon(conditions, ["off", "over", "off", "off"]);
    await farmJson(["output", "on", uid, "valve-1", "--for", "1m"]);
    await running.printed(`${uid} valve-1: on`);
    running.signal("SIGINT");
    const { code, stdout, stderr } = await running.finished;
    expect(code).toBe(130);
    expect(stderr).toContain(`${uid} valve-1: off (the simulation is over)`);
    // An order counts from its request, so a later, faster request may switch on again for the order's last moments.
    const ends = stderr.split(": off (the order ended").length - 1;
    const counts = `switched on  ${ends + 1}\nended        ${ends + 1}`;
    expect(stdout).toContain(`${counts} (${ends} × the order ended`);
    expect(stdout).toMatch(/; 1 × the simulation is over\)$/m);
    expect(await stored()).toEqual(OUTPUT_ROOTS.map(() => null));
    expect(await countSensors(database, acres)).toBe(0);
    expect(await database.get(`sensorKeys/${uid}`)).toBeNull();
  });

  test("devices and outputs stay with --keep", async () => {
    const args = ["--outputs", "1", "--devices", "1", "--keep", "--for", "1s", "--every", "1s"];
    const { code, account } = await simulate(args);
    const outputs = { applied: 0, ended: {}, changes: [] };
    expect([code, account]).toMatchObject([0, { accepted: 1, stored: 1, outputs }]);
    expect(await listed()).toMatchObject([
      { output: "valve-1", name: "Simulated valve 1", leaseSeconds: 60, condition: "off" },
    ]);
    expect(await countSensors(database, acres)).toBe(1);
  });
});
