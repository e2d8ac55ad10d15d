/** Alerts, acknowledgements, places, thresholds, and who may create farms. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { randomUUID } from "node:crypto";
import { DEFAULT_SETTINGS } from "@greenhouse/domain/alerts/settings";
import type { Alert } from "@greenhouse/domain/alerts/model";
import { fieldOf } from "@greenhouse/domain/stored";
import { publicKeyOf } from "@greenhouse/domain/alerts/vapid";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import * as command from "../../support/cli/farm-command";
import { addPerson } from "../../support/web/farm";
import type { Person } from "../../support/web/farm";
import { openTestDatabase, RULES } from "../../support/database";
import { loadRules } from "../../support/rules-client/requests";

/** A separate namespace, because other tests write records of the jobs' last run, and create farms. */
const namespace = `test-${randomUUID()}`;
const database = databaseClient(namespace);
const AT = ["--database-url", `http://${DATABASE_ADDRESS}?ns=${namespace}`];
const farm = (args: readonly string[]) => command.farm([...args, ...AT]);
const farmJson = (args: readonly string[]) => command.farmJson([...args, ...AT]);
const farmError = (args: readonly string[]) => command.farmError([...args, ...AT]);

beforeAll(async () => loadRules({ ...(await openTestDatabase()), namespace }, RULES));

const COLD_ID = "below,temperature,north-air";
const SILENT_ID = "silent,,north-soil";
let farmId: string;
let owner: Person;
let viewer: Person;

beforeEach(async () => {
  farmId = `f-${randomUUID()}`;
  owner = await addPerson();
  viewer = await addPerson();
  await farmJson(["create", farmId, "--owner", owner.uid]);
  await database.put(`farms/${farmId}/members/${viewer.uid}`, "viewer");
});

const PLACE = { greenhouse: "north", greenhouseName: "North" };

function factOf(now: number): Alert {
  return {
    kind: "below",
    uid: "north-air",
    sensorName: "Air",
    measurement: "temperature",
    ...PLACE,
    value: 2.1,
    bound: 5,
    since: now - 5 * MINUTE_MS,
  };
}

/** Writes the records that the jobs would write. */
async function addAlerts(): Promise<void> {
  const now = Date.now();
  const cold = { ...factOf(now), raisedAt: now, remindedAt: now };
  const soil = { uid: "north-soil", sensorName: "Soil", ...PLACE };
  const silent = { kind: "silent", ...soil, since: now, raisedAt: now, remindedAt: now };
  await database.patch({
    [`alertSettings/${farmId}`]: DEFAULT_SETTINGS,
    [`alerts/${farmId}`]: {
      version: 3,
      open: { [COLD_ID]: { ...cold, extreme: 1.4 }, [SILENT_ID]: silent },
      log: { "-OaLogged00000000001": { ...cold, clearedAt: now } },
      undelivered: { [`email,${viewer.uid}`]: { at: now, problem: "Mailbox full." } },
    },
  });
}

describe("list", () => {
  test("shows open alerts and undelivered messages, and on request past alerts", async () => {
    await addAlerts();
    const listed = await farmJson(["alerts", "list", farmId]);
    expect(listed).toMatchObject({
      farmId,
      isWatched: true,
      open: [{ alertId: COLD_ID, value: 2.1 }, { alertId: SILENT_ID }],
      undelivered: [
        { person: viewer.uid, name: viewer.email, channel: "email", problem: "Mailbox full." },
      ],
    });
    expect(listed).not.toHaveProperty("log");
    expect(await farmJson(["alerts", "list", farmId, "--log", "5"])).toMatchObject({
      log: [{ kind: "below", clearedAt: expect.any(Number) }],
    });
    const { stdout } = await farm(["alerts", "list", farmId, "--all"]);
    expect(stdout).toContain("2.1 °C, below 5 °C (lowest 1.4 °C)");
    expect(stdout).toMatch(/^Soil \(North\): no readings since \S+Z$/m);
    expect(stdout).toContain("Mailbox full.");
    expect(stdout).toMatch(/^OVER\nAir \(North\): .*\n {4}\S+Z to \S+Z, not acknowledged$/m);
  });

  test("shows the worst of very many, and acknowledges all of them", async () => {
    const now = Date.now();
    const many = Array.from({ length: 1_003 }, (_, number) => {
      const uid = `air-${String(number).padStart(4, "0")}`;
      const times = { raisedAt: now + number, remindedAt: now, since: now };
      return [`below,temperature,${uid}`, { ...factOf(now), uid, ...times }] as const;
    });
    await database.patch({
      [`alertSettings/${farmId}`]: DEFAULT_SETTINGS,
      [`alerts/${farmId}`]: { version: 3, open: Object.fromEntries(many) },
    });
    const { stdout } = await farm(["alerts", "list", farmId]);
    expect(stdout).toMatch(/^Air \(North\): .*\n.*\n {4}below,temperature,air-0000\n/);
    expect(stdout).toMatch(/air-0099\n… and 903 more: --json shows all\.\n$/);
    await farmJson(["alerts", "ack", farmId, "--all", "--as", owner.uid]);
    const open = await database.get(`alerts/${farmId}/open`);
    const people = Object.values(open ?? {}).map((alert) => fieldOf(alert, "acknowledgedBy"));
    expect(people).toEqual(many.map(() => owner.uid));
  });
});

describe("ack", () => {
  beforeEach(addAlerts);

  test("acknowledges and snoozes one alert in the name of a member", async () => {
    const args = ["alerts", "ack", farmId, COLD_ID, "--as", viewer.email, "--snooze", "2h"];
    expect(await farmJson(args)).toMatchObject({ by: viewer.uid });
    const { acknowledgedBy, snoozedUntil } = (await database.get(
      `alerts/${farmId}/open/${COLD_ID}`,
    )) as { acknowledgedBy: string; snoozedUntil: number };
    expect(acknowledgedBy).toBe(viewer.uid);
    expect(Math.abs(snoozedUntil - Date.now() - 120 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
    expect(await database.get(`alerts/${farmId}/open/${SILENT_ID}/acknowledgedBy`)).toBeNull();
  });

  test("acknowledges all alerts, keeps a snoozed one snoozed, and says when none is open", async () => {
    const path = `alerts/${farmId}/open/${COLD_ID}`;
    const snoozedUntil = Date.now() + 60 * MINUTE_MS;
    await database.patch({ [`${path}/snoozedUntil`]: snoozedUntil });
    expect(await farmJson(["alerts", "ack", farmId, "--all", "--as", owner.uid])).toEqual({
      farmId,
      by: owner.uid,
      name: owner.email,
      acknowledged: [
        { alertId: COLD_ID, snoozedUntil },
        { alertId: SILENT_ID, snoozedUntil: null },
      ],
    });
    expect(await database.get(path)).toMatchObject({ acknowledgedBy: owner.uid, snoozedUntil });
    const { stdout: list } = await farm(["alerts", "list", farmId]);
    expect(list).toContain(`acknowledged by ${owner.email}`);
    // The owner's acknowledgements stay the owner's.
    const { stdout } = await farm(["alerts", "ack", farmId, "--all", "--as", viewer.uid]);
    expect(stdout).toBe(`No alert of ${farmId} is waiting for an answer.\n`);
    expect(await database.get(path)).toMatchObject({ acknowledgedBy: owner.uid });
  });
});

test("keys: prints a new pair, with only the private key on stdout", async () => {
  const { stdout, stderr } = await farm(["alerts", "keys"]);
  expect(stdout.trim()).toMatch(/^[\w-]{43}$/);
  expect(stderr).toContain("npx firebase functions:secrets:set VAPID_PRIVATE_KEY");
  const keys = (await farmJson(["alerts", "keys"])) as { publicKey: string; privateKey: string };
  expect(publicKeyOf(keys.privateKey)).toBe(keys.publicKey);
  expect(keys.privateKey).not.toBe(stdout.trim());
});

test("place is set, shown and removed", async () => {
  const place = { latitude: -33.9, longitude: 18.4, timeZone: "Africa/Johannesburg" };
  await farmJson(["place", farmId, "-33.9", "18.4", "--time-zone", "Africa/Johannesburg"]);
  expect(await farmJson(["place", farmId])).toEqual({ farmId, place });
  // Intl takes it for a time zone.
  const { error } = await farmError(["place", farmId, "1", "2", "--time-zone", "+02:00"]);
  expect(error).toBe("--time-zone +02:00 is not a time zone.");
  expect(await farmJson(["place", farmId, "--remove"])).toEqual({ farmId, place: null });
});

test("thresholds are set for one quantity, added to, shown and removed", async () => {
  const house = `g-${randomUUID()}`;
  await farmJson(["greenhouse", "add", farmId, house]);
  const thresholds = (...args: string[]): string[] => ["greenhouse", "thresholds", house, ...args];
  const { stderr } = await farm(thresholds("temperature", "--min=5", "--night-min=-2"));
  expect(stderr).toContain(`Night thresholds apply once ${farmId} has a place`);
  await farmJson(thresholds("temperature", "--max", "30"));
  await farmJson(thresholds("vpd", "--max", "1.6"));
  const temperature = { min: 5, max: 30, nightMin: -2 };
  const stored = { temperature, vpd: { max: 1.6 } };
  expect(await database.get(`greenhouses/${house}/thresholds`)).toEqual(stored);
  expect(await farmJson(thresholds())).toEqual({ greenhouseId: house, thresholds: stored });
  expect(await farmError(thresholds("temperature", "--min", "31"))).toEqual({
    code: 2,
    error: "The lower bound 31 is above the upper bound 30.",
  });
  await farmJson(thresholds("temperature", "--remove", "--min", "7"));
  await farmJson(thresholds("vpd", "--remove"));
  expect(await database.get(`greenhouses/${house}/thresholds`)).toEqual({
    temperature: { min: 7 },
  });
});

describe("who may create farms", () => {
  beforeEach(() => database.remove(""));

  test("a deployment is open to anyone, until it is closed except for people on the list", async () => {
    expect(await farmJson(["creation"])).toEqual({ farmCreation: "anyone", people: [] });
    await farmJson(["create", "oak", "--owner", viewer.uid]);
    expect((await farm(["creation", "allow", owner.uid])).stdout).toBe(
      `${owner.uid} is listed. Everybody else may create farms too until \`farm creation listed\`\n`,
    );
    await farmJson(["creation", "listed"]);
    expect(await farmError(["create", "elm", "--owner", viewer.email])).toEqual({
      code: 1,
      error: `Only listed people may create farms here, and ${viewer.email} is not listed.`,
      hint: `Put them on the list: \`farm creation allow ${viewer.email}\``,
    });
    expect(await database.get("usedFarmIds")).toEqual({ oak: true });
    await farmJson(["create", "ash", "--owner", owner.email]);

    const set = (listed: boolean) => ({ uid: viewer.uid, listed, farmCreation: "listed" });
    expect(await farmJson(["creation", "allow", viewer.email])).toEqual(set(true));
    expect(await database.get("farmCreators")).toEqual({ [owner.uid]: true, [viewer.uid]: true });
    const { stdout } = await farm(["creation"]);
    expect(stdout).toMatch(new RegExp(`^${viewer.email} +${viewer.uid}$`, "m"));
    expect(await farmJson(["creation", "disallow", viewer.email])).toEqual(set(false));
    expect(await farmJson(["creation"])).toEqual({
      farmCreation: "listed",
      people: [{ uid: owner.uid, email: owner.email }],
    });
    expect(await farmJson(["creation", "anyone"])).toEqual({ farmCreation: "anyone", listed: 1 });
    await farmJson(["create", "elm", "--owner", viewer.uid]);
  });

  test("damaged settings let nobody create a farm who is not listed", async () => {
    await database.put("", {
      settings: { farmCreation: 5 },
      farmCreators: { [owner.uid]: "true" },
    });
    for (const { uid } of [owner, viewer]) {
      expect((await farmError(["create", "elm", "--owner", uid])).code).toBe(1);
    }
  });
});
