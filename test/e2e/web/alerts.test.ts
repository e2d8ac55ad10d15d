/** The alerts of a farm on the page: open alerts, the history, notifications, and the owners' settings. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { HOSTING_URL } from "../../support/web/addresses";
import { inspect } from "../../support/web/axe";
import { addPageFarm, verifyEmail } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { DESK, farmPath, go, PHONE, signIn, useVisitors } from "../../support/web/visit";

/** The service's public VAPID key: a point on the curve, as browsers require. */
const PUSH_KEY =
  "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
let airId: string;
let soilId: string;
beforeEach(async () => {
  farm = await addPageFarm(database);
  airId = `below,temperature,${farm.air.uid}`;
  soilId = `silent,,${farm.soil.uid}`;
  await database.patch({
    [`alertSettings/${farm.id}`]: { silentAfterMinutes: 30, lowBatteryPercent: 20 },
    alertService: { lookedAt: Date.now(), email: true, push: PUSH_KEY },
  });
});

/** An alert as `farm-watch` writes it. The test plays the jobs. */
function below(minutesAgo: number): object {
  const { uid, sensorName } = farm.air;
  const since = Date.now() - minutesAgo * MINUTE_MS;
  return {
    kind: "below",
    uid,
    sensorName,
    measurement: "temperature",
    value: 2.1,
    bound: 5,
    greenhouse: farm.tomatoes,
    greenhouseName: "Tomatoes",
    since,
    extreme: 1.4,
    raisedAt: since + MINUTE_MS,
    remindedAt: since + MINUTE_MS,
  };
}

function silent(minutesAgo: number): object {
  const { uid, sensorName } = farm.soil;
  const since = Date.now() - minutesAgo * MINUTE_MS;
  return {
    kind: "silent",
    uid,
    sensorName,
    greenhouse: farm.tomatoes,
    greenhouseName: "Tomatoes",
    since,
    raisedAt: since + MINUTE_MS,
    remindedAt: since + MINUTE_MS,
  };
}

const stored = (id: string, field: string): Promise<unknown> =>
  database.get(`alerts/${farm.id}/open/${id}/${field}`);
const list = (): ReturnType<Page["getByRole"]> => page.getByRole("region", { name: "Status" });
let page: Page;

test("shows an open alert at once; a viewer acknowledges, undoes and snoozes it", async () => {
  ({ page } = await visit(farmPath(farm, "alerts"), farm.viewer));
  await list().getByText("Everything is fine").waitFor();
  await database.put(`alerts/${farm.id}/open/${airId}`, below(12));
  await list().getByText("2.1\u202f°C, below 5 since").waitFor();
  await list().getByText("lowest 1.4\u202f°C").waitFor();
  await page.getByRole("link", { name: "Alerts 1 problem" }).waitFor();

  await page.getByRole("button", { name: "Acknowledge for Air, north bench" }).click();
  await list().getByText("You're on it").waitFor();
  await expectSoon(() => stored(airId, "acknowledgedBy"), farm.viewer.uid);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expectSoon(() => stored(airId, "acknowledgedBy"), null);

  await page.getByRole("button", { name: "Snooze for Air, north bench" }).click();
  await page.getByRole("button", { name: "8 hours" }).click();
  await list().getByText("Snoozed until").waitFor();
  const until = Number(await stored(airId, "snoozedUntil"));
  expect(Math.abs(until - Date.now() - 480 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
  await page.getByRole("button", { name: "Stop snoozing" }).click();
  await expectSoon(() => stored(airId, "snoozedUntil"), null);

  await database.put(`alerts/${farm.id}/open/${airId}/acknowledgedBy`, farm.owner.uid);
  await database.put(`farms/${farm.id}/names/${farm.owner.uid}`, "Maria");
  await list().getByText("Maria is on it").waitFor();
  // Viewers see neither the settings nor the secret.
  expect(await page.getByText("When to alert").count()).toBe(0);
  // Includes the webhook's language.
  expect(await page.getByText("Language of webhook messages").count()).toBe(0);

  await database.put(`farms/${farm.id}/names/${farm.owner.uid}`, null);
  await list().getByText("a member is on it").waitFor();
  await database.put(`farms/${farm.id}/members/${farm.owner.uid}`, null);
  await list().getByText("a former member is on it").waitFor();
  expect(await page.textContent("body")).not.toContain(farm.owner.uid.slice(0, 8));
});

test("names the output of an alert in its greenhouse and in the log", async () => {
  const about = { output: "valve", outputName: "Drip line" };
  const alert = { ...below(12), measurement: null, bound: null, extreme: null };
  const manual = { ...alert, ...about, kind: "manual", value: 1 };
  const unapplied = { ...alert, ...about, kind: "unapplied", value: 0 };
  await database.patch({
    [`alerts/${farm.id}/open/manual,valve,${farm.air.uid}`]: manual,
    [`alerts/${farm.id}/open/unapplied,valve,${farm.air.uid}`]: unapplied,
    [`alerts/${farm.id}/log/-OaLimited00000000000`]: {
      ...alert,
      ...about,
      kind: "limit",
      value: null,
      clearedAt: Date.now(),
    },
  });
  ({ page } = await visit(farmPath(farm, "g", farm.tomatoes), farm.viewer));
  await list().getByText("Drip line on by hand since").waitFor();
  await list()
    .getByText(/Drip line ordered off at .+, not applied/)
    .waitFor();
  await go(page, farmPath(farm, "alerts"));
  await list().getByText("Drip line on by hand since").waitFor();
  await page.getByText("Drip line off since").waitFor();
});

test("lists unanswered alerts of a storm first, and acknowledges all with one press", async () => {
  const storm = Array.from({ length: 60 }, (_, place) => {
    const uid = `bench-${place}`;
    const alert = {
      ...below(5),
      uid,
      sensorName: `Bench ${place}`,
      acknowledgedBy: farm.owner.uid,
    };
    return [`below,temperature,${uid}`, alert] as const;
  });
  await database.put(`alerts/${farm.id}/open`, {
    ...Object.fromEntries(storm),
    [soilId]: silent(40),
  });
  ({ page } = await visit(farmPath(farm, "alerts"), farm.viewer, PHONE));
  await inView("Acknowledge for Soil, row 3");
  const items = list().getByRole("listitem");
  expect(await items.count()).toBe(50);
  await list().getByRole("button", { name: "Show more" }).click();
  await expectSoon(() => items.count(), 61);

  const all = storm.map(([id, alert]) => [id, { ...alert, acknowledgedBy: null }] as const);
  await database.put(`alerts/${farm.id}/open`, Object.fromEntries(all));
  await page.getByRole("button", { name: "Acknowledge all" }).click();
  const answered = async (): Promise<unknown> => {
    const open = await database.get(`alerts/${farm.id}/open`);
    const people = Object.values(open as Record<string, { acknowledgedBy?: string }>);
    return people.filter(({ acknowledgedBy }) => acknowledgedBy === farm.viewer.uid).length;
  };
  await expectSoon(answered, 60);
});

test("says that an alert's sensor is silent until it sends again", async () => {
  const seen = `lastSeen/${farm.id}/${farm.air.uid}`;
  await database.patch({
    [`alerts/${farm.id}/open`]: { [airId]: below(90), [soilId]: silent(40) },
    [seen]: { "temperature,humidity,light,battery": Date.now() - 50 * MINUTE_MS },
  });
  ({ page } = await visit(farmPath(farm, "alerts"), farm.viewer));
  const since = list().getByText(/^last value from .+, none since$/);
  await since.waitFor();
  // The alert about silence already says this.
  expect(await list().getByText("none since").count()).toBe(1);
  await database.put(seen, { temperature: Date.now() });
  await since.waitFor({ state: "detached" });
});

test.each([
  ["on the desk", DESK],
  ["on the phone", PHONE],
])(
  "%s nothing moves after the cards appear, and no space is reserved without alerts",
  async (_, options) => {
    await database.put(`alerts/${farm.id}/open/${airId}`, below(3));
    ({ page } = await visit(farmPath(farm), farm.viewer, options));
    const top = async (): Promise<number> => (await page.locator("ul.cards").boundingBox())!.y;
    await page.locator(".metrics .value").first().waitFor();
    const before = await top();
    await list().getByText("1 problem").waitFor();
    await page.waitForLoadState("networkidle");
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);

    await database.put(`alerts/${farm.id}/open`, null);
    await list().getByText("Everything is fine").waitFor();
    expect(before - (await top())).toBeGreaterThan(40);
    const without = await top();
    await page.reload();
    await page.locator(".metrics .value").first().waitFor();
    expect(Math.abs((await top()) - without)).toBeLessThanOrEqual(1);
    await list().getByText("Everything is fine").waitFor();
    expect(Math.abs((await top()) - without)).toBeLessThanOrEqual(1);
  },
);

/** A warm sensor of the tomatoes. Its alert began when the sensor became warm, and has the sensor's former name. */
function warm(temperature: number): Readonly<Record<string, unknown>> {
  const uid = `warm-${10 * temperature}-${farm.id}`;
  const registered = { sensorName: `Air ${temperature}`, sensorType: "SHT31" };
  const since = Date.now() - temperature * MINUTE_MS;
  return {
    [`registeredSensors/${uid}`]: { ...registered, greenhouse: farm.tomatoes, farmId: farm.id },
    [`sensors/${farm.tomatoes}/bySensor/${uid}`]: { ...registered, temperature },
    [`lastSeen/${farm.id}/${uid}`]: { temperature: Date.now() },
    [`alerts/${farm.id}/open/above,temperature,${uid}`]: {
      kind: "above",
      uid,
      sensorName: "Former name",
      measurement: "temperature",
      value: 30.2,
      bound: 30,
      greenhouse: farm.tomatoes,
      greenhouseName: "Former house",
      since,
      raisedAt: since,
      remindedAt: since,
    },
  };
}

test("lists the worst of ten warm sensors first, with equal counts everywhere, and high on a phone", async () => {
  const temperatures = [31, 39, 30.5, 33, 38, 32, 34, 35, 36, 37];
  const sensors = Object.assign({}, ...temperatures.map(warm)) as Record<string, unknown>;
  await database.patch({ ...sensors, [`greenhouses/${farm.herbs}`]: null });
  const visited = await visit(farmPath(farm), farm.viewer, PHONE);
  page = visited.page;
  await list().getByText("10 problems").waitFor();
  const rows = list().getByRole("listitem");
  const worst = /^Tomatoes, Air 39: 39\.0\u202f°C, above 30 since \d\d:\d\dAcknowledge$/;
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(worst),
    expect.stringMatching(/^Tomatoes, Air 38: /),
  ]);
  const figure = page.getByRole("article", { name: "Tomatoes" }).locator(".value").first();
  expect((await figure.boundingBox())!.y).toBeLessThan(360);
  const button = rows.first().getByRole("button", { name: "Acknowledge for Air 39" });
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  // Announced once, not with each reading.
  const announced = page.locator("p[role=status]").filter({ hasText: "Air 39: Temperature" });
  expect(await announced.textContent()).toBe(
    "Tomatoes, Air 39: Temperature, above 30. Tomatoes, Air 38: Temperature, above 30. " +
      "Tomatoes, Air 37: Temperature, above 30. 7 more",
  );
  const badge = page.getByRole("link", { name: "Alerts 10 problems" });
  await badge.waitFor();
  await page
    .getByRole("article", { name: "Tomatoes" })
    .getByText("Alarm", { exact: true })
    .waitFor();

  await list().getByRole("button", { name: "Show more" }).click();
  await expectSoon(() => rows.count(), 10);
  await list().getByRole("button", { name: "Show less" }).click();
  await expectSoon(() => rows.count(), 2);

  for (const path of [farmPath(farm, "alerts"), farmPath(farm, "g", farm.tomatoes)]) {
    await go(page, path);
    await list().getByText("10 problems").waitFor();
    await badge.waitFor();
    await rows.first().getByText("39.0\u202f°C, above 30 since").waitFor();
  }
  // Views without a list show the same count.
  await go(page, farmPath(farm, "settings"));
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await badge.waitFor();
  expect(visited.complaints).toEqual([]);
});

test("keeps cards in place during problems; shows an acknowledged problem quietly and only once", async () => {
  await database.patch({
    [`greenhouses/${farm.herbs}/name`]: "Zinnias",
    [`greenhouses/${farm.herbs}/thresholds`]: { temperature: { min: 2 } },
    [`registeredSensors/${farm.soil.uid}/greenhouse`]: farm.herbs,
    [`sensors/${farm.herbs}/current/${farm.soil.uid}`]: {
      sensorName: "Soil, row 3",
      sensorType: "SHT31",
      temperature: 18.2,
      updatedAt: Date.now(),
    },
  });
  ({ page } = await visit(farmPath(farm), farm.viewer));
  const names = (): Promise<string[]> => page.locator("article h3").allTextContents();
  const zinnias = page.getByRole("article", { name: "Zinnias" });
  await zinnias.getByText("Fine", { exact: true }).waitFor();
  expect(await names()).toEqual(["Tomatoes", "Zinnias"]);

  await database.patch({
    [`alerts/${farm.id}/open/${soilId}`]: { ...silent(40), greenhouse: farm.herbs },
    [`lastSeen/${farm.id}/${farm.soil.uid}`]: { temperature: Date.now() - 40 * MINUTE_MS },
  });
  await list()
    .getByText(/^Zinnias, Soil, row 3: no readings since \d\d:\d\d$/)
    .waitFor();
  await zinnias.getByText("Warning", { exact: true }).waitFor();
  expect(await names()).toEqual(["Tomatoes", "Zinnias"]);

  await database.put(`farms/${farm.id}/names/${farm.owner.uid}`, "Olga");
  await database.put(`alerts/${farm.id}/open/${soilId}/acknowledgedBy`, farm.owner.uid);
  await list().getByText("Olga is on it").waitFor();
  await list().getByText("1 being dealt with").waitFor();
  await zinnias.getByText("Being dealt with", { exact: true }).waitFor();
  expect(await page.getByText("Soil, row 3: ").count()).toBe(1);
  await page.getByRole("link", { name: "Alerts", exact: true }).waitFor();
});

test("lists open alerts on overview and greenhouse, and acknowledges all with one press", async () => {
  await database.put(`alerts/${farm.id}/open`, { [airId]: below(12), [soilId]: silent(40) });
  const visited = await visit(farmPath(farm), farm.viewer, PHONE);
  page = visited.page;
  await list().getByText("2 problems").waitFor();
  await page.getByRole("button", { name: "Acknowledge all" }).click();
  await expectSoon(() => stored(airId, "acknowledgedBy"), farm.viewer.uid);
  await expectSoon(() => stored(soilId, "acknowledgedBy"), farm.viewer.uid);
  await list().getByText("2 being dealt with").waitFor();

  await page.getByRole("link", { name: "Tomatoes", exact: true }).click();
  await page.getByRole("heading", { name: "Tomatoes" }).waitFor();
  await list().getByText("2 being dealt with").waitFor();
  await database.put("alertService/lookedAt", Date.now() - 10 * MINUTE_MS);
  await page.getByRole("link", { name: "All greenhouses" }).click();
  await page.getByText(/^Your farm has not been checked since/).waitFor();
  expect(visited.complaints).toEqual([]);
});

test("keeps a message's link through the sign-in and shows its alert without scrolling on a phone", async () => {
  await database.put(`alerts/${farm.id}/open`, { [airId]: below(12), [soilId]: silent(40) });
  const since = Date.now() - 12 * MINUTE_MS;
  const query = `?at=${since}&alert=${encodeURIComponent(airId)}`;
  ({ page } = await visit(farmPath(farm, "g", farm.tomatoes) + query, undefined, PHONE));
  await signIn(page, farm.viewer);
  await pressInView("Acknowledge for Air, north bench");
  await page.getByText("Acknowledged. No more reminders.").waitFor();
  await expectSoon(() => stored(airId, "acknowledgedBy"), farm.viewer.uid);
  await page.getByText("You're on it").waitFor();
  // The charts show that time, and the alert stays first in the greenhouse's list.
  await page.getByRole("button", { name: "Custom", pressed: true }).waitFor();
  await list().getByRole("listitem").first().getByText("below 5 since").waitFor();
  await list().getByText("1 problem").waitFor();

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expectSoon(() => stored(airId, "acknowledgedBy"), null);
  await page.getByRole("button", { name: "Acknowledge for Air, north bench" }).waitFor();

  await database.patch({
    [`alerts/${farm.id}/open/${airId}`]: null,
    [`alerts/${farm.id}/log/-OaaaaaaaaaaaaaaaaaA`]: { ...below(12), clearedAt: Date.now() },
  });
  await page.getByText(/^This alert has ended \(/).waitFor();
});

test("never acknowledges by an address, old links included; one press on the page acknowledges", async () => {
  await database.put(`alerts/${farm.id}/open`, { [airId]: below(12), [soilId]: silent(40) });
  const alert = `?at=${Date.now()}&alert=${encodeURIComponent(airId)}`;
  const greenhouse = farmPath(farm, "g", farm.tomatoes);
  ({ page } = await visit(greenhouse + alert + "&acknowledge", farm.viewer, PHONE));
  const [single, all] = ["Acknowledge for Air, north bench", "Acknowledge all"];
  await inView(single);
  for (const [path, button] of [
    [`${greenhouse}${alert}&acknowledge=${farm.viewer.uid}`, single],
    [`${farmPath(farm, "alerts")}?acknowledge=${Date.now()}`, all],
    [`${farmPath(farm)}?acknowledge=${Date.now()}`, all],
    [`${farmPath(farm, "alerts")}${alert}&acknowledge`, all],
  ] as const) {
    await page.goto(HOSTING_URL + path);
    await inView(button);
    expect(await page.getByText(/^Acknowledged/).count()).toBe(0);
    expect(await Promise.all(bothStored())).toEqual([null, null]);
  }
  await pressInView(all);
  await expectSoon(() => Promise.all(bothStored()), [farm.viewer.uid, farm.viewer.uid]);
});

const bothStored = (): Promise<unknown>[] =>
  [airId, soilId].map((id) => stored(id, "acknowledgedBy"));

/** Waits for a button that is completely visible without scrolling. */
async function inView(name: string): Promise<ReturnType<Page["getByRole"]>> {
  const button = page.getByRole("button", { name }).first();
  await button.waitFor();
  const { y, height } = (await button.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThan(PHONE.viewport.height);
  return button;
}

async function pressInView(name: string): Promise<void> {
  await (await inView(name)).click();
}

test("lists past alerts newest first, failed deliveries with reasons, and an unconfirmed address", async () => {
  const entries = Array.from({ length: 60 }, (_, place): [string, object] => [
    `-Oaaaaaaaaaaaaaaa${String(place).padStart(3, "0")}`,
    { ...below(10_000 - place), clearedAt: Date.now() - (9_000 - place) * MINUTE_MS },
  ]);
  await database.patch({
    [`alerts/${farm.id}/log`]: {
      ...Object.fromEntries(entries),
      "-Ozzzzzzzzzzzzzzzzzz": {
        ...silent(300),
        clearedAt: Date.now() - 34 * MINUTE_MS,
        acknowledgedBy: farm.owner.uid,
      },
    },
    [`alerts/${farm.id}/undelivered/email,${farm.owner.uid}`]: {
      at: Date.now() - 5 * MINUTE_MS,
      problem: "The mail server refused the address.",
    },
  });
  ({ page } = await visit(farmPath(farm, "alerts"), farm.owner));
  const log = page.getByRole("region", { name: "Alert history" });
  await expectSoon(() => log.getByRole("listitem").count(), 50);
  const first = log.getByRole("listitem").first();
  await first.getByText("lasted 4\u202fh 26\u202fmin").waitFor();
  await first.getByText("acknowledged by you").waitFor();
  await log.getByRole("button", { name: "Show more" }).click();
  await expectSoon(() => log.getByRole("listitem").count(), 61);
  expect(await log.getByRole("button", { name: "Show more" }).count()).toBe(0);
  const undelivered = page.getByRole("region", { name: "Not delivered" });
  await undelivered.getByText("E-mail to you").waitFor();
  await undelivered.getByText("The mail server refused the address.").waitFor();

  await page.getByText("Your address isn't confirmed yet.").waitFor();
  await page.getByRole("button", { name: "Send confirmation e-mail" }).click();
  await page.getByText("The confirmation e-mail is on its way.").waitFor();
  await verifyEmail(farm.owner);
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await page.getByText("Your address isn't confirmed yet.").waitFor({ state: "detached" });
});

test("lets a person switch e-mail on, test it, choose when to be notified, and switch it off", async () => {
  await verifyEmail(farm.viewer);
  ({ page } = await visit(farmPath(farm, "alerts"), farm.viewer));
  const setting = (field: string): Promise<unknown> =>
    database.get(`users/${farm.viewer.uid}/alerts/${field}`);
  const email = page.getByLabel(`E-mail to ${farm.viewer.email}`);
  await email.click();
  await expectSoon(() => setting("email"), true);
  expect(await setting("token")).toMatch(/^[0-9a-f]{32}$/);
  expect(await setting("language")).toBe("en");

  const testPath = `alertTests/${farm.viewer.uid}/email`;
  // The page says so before the change is stored.
  const isAsked = async (): Promise<boolean> => {
    const stored = (await database.get(testPath)) as { readonly doneAt?: number } | null;
    return stored !== null && stored.doneAt === undefined;
  };
  await page.getByRole("button", { name: "Send a test: E-mail" }).click();
  await page.getByText("Arrives within a minute …").waitFor();
  await expectSoon(isAsked, true);
  expect(await database.get(`${testPath}/farmId`)).toBe(farm.id);
  await database.patch({
    [`${testPath}/doneAt`]: Date.now(),
    [`${testPath}/problem`]: "The mail server does not answer.",
  });
  await page.getByText("Couldn't deliver the test: The mail server does not answer.").waitFor();
  await page.getByRole("button", { name: "Send a test: E-mail" }).click();
  await page.getByText("Arrives within a minute …").waitFor();
  await expectSoon(isAsked, true);
  await database.put(`${testPath}/doneAt`, Date.now());
  await page.getByText(/^Test delivered/).waitFor();
  // The answer belongs to the farm that requested it.
  await database.put(`${testPath}/farmId`, "another");
  await page.getByText(/^Test delivered/).waitFor({ state: "detached" });

  const when = page.getByLabel("Messages from Sunny Acres");
  expect(await when.inputValue()).toBe("0");
  await page.getByText("You get every alert straight away.").waitFor();
  await when.selectOption("If nobody responds for 15 minutes");
  await expectSoon(() => setting(`farms/${farm.id}/afterMinutes`), 15);
  await page.getByText("only if nobody acknowledges the alert for 15 minutes.").waitFor();
  await when.selectOption("No messages");
  await expectSoon(() => setting(`farms/${farm.id}`), false);
  await page.getByText("You get no alerts from this farm.").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expectSoon(() => setting(`farms/${farm.id}/afterMinutes`), 15);
  await email.click();
  await expectSoon(() => setting("email"), null);
  expect(await setting("token")).toMatch(/^[0-9a-f]{32}$/);
});

test("lets an owner switch alerts on and off, set bounds and webhook, and see its secret once", async () => {
  await database.patch({
    alertService: null,
    [`alertSettings/${farm.id}`]: null,
    [`farms/${farm.id}/members/${farm.owner.uid}`]: "viewer",
  });
  ({ page } = await visit(farmPath(farm, "alerts"), farm.owner));
  await page.getByText("Owners can switch them on here.").waitFor();
  await page.getByText("Messages are not being sent yet.").waitFor();
  await database.put(`farms/${farm.id}/members/${farm.owner.uid}`, "owner");
  await page.getByRole("button", { name: "Switch alerts on" }).click();
  await expectSoon(() => database.get(`alertSettings/${farm.id}`), {
    language: "en",
    lowBatteryPercent: 20,
    silentAfterMinutes: 30,
  });
  await page.getByText("Messages are not being sent yet.").first().waitFor();

  await database.patch({
    alertService: { lookedAt: Date.now(), email: true, push: PUSH_KEY },
    [`alerts/${farm.id}/open/${airId}`]: below(12),
  });
  const card = page.getByRole("region", { name: "When to alert" });
  const settings = (): Promise<unknown> => database.get(`alertSettings/${farm.id}`);
  const bounds = { language: "de", lowBatteryPercent: 20, silentAfterMinutes: 90 };
  const language = card.getByLabel("Language of webhook messages");
  for (const [name, code] of [
    ["Deutsch", "de"],
    ["English", "en"],
  ] as const) {
    await language.selectOption(name);
    await expectSoon(() => database.get(`alertSettings/${farm.id}/language`), code);
  }
  await page.getByText("Webhook messages are now in English.").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expectSoon(() => database.get(`alertSettings/${farm.id}/language`), "de");
  await card.getByLabel("Alert if a sensor sends nothing for (minutes)").fill("10081");
  await card.getByText("A whole number from 0 to 10080").waitFor();
  await card.getByLabel("Alert if a sensor sends nothing for (minutes)").fill("90");
  await card.getByRole("button", { name: "Save" }).first().click();
  await expectSoon(settings, bounds);

  await card.getByLabel("Address").fill("http://example.com/");
  await card.getByRole("button", { name: "Add", exact: true }).click();
  await card.getByText("Enter a public https:// address").waitFor();
  await card.getByLabel("Address").fill("https://example.com/hook");
  await card.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Webhook secret" });
  const secret = await dialog.locator("code").textContent();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  await expectSoon(settings, { ...bounds, webhook: { url: "https://example.com/hook", secret } });
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await page.textContent("body")).not.toContain(secret);

  await card.getByRole("button", { name: "New secret …" }).click();
  await page.getByRole("button", { name: "Replace secret" }).click();
  const newSecret = await dialog.locator("code").textContent();
  expect(newSecret).not.toBe(secret);
  await dialog.getByRole("button", { name: "Done" }).click();
  await card.getByLabel("Address").fill("https://example.com/mine");
  await database.put(`alertSettings/${farm.id}/webhook/url`, "https://example.com/theirs");
  await card.getByText("Someone else set Address to").waitFor();
  await card.getByLabel("Address").press("Enter");
  await card.getByRole("button", { name: "Use theirs" }).click();
  expect(await card.getByLabel("Address").inputValue()).toBe("https://example.com/theirs");
  await card.getByRole("button", { name: "Send a test: Webhook" }).click();
  await card.getByText("Arrives within a minute …").waitFor();
  await card.getByRole("button", { name: "Remove: Webhook" }).click();
  await expectSoon(settings, bounds);

  await card.getByRole("button", { name: "Switch alerts off …" }).click();
  await page.getByRole("button", { name: "Switch alerts off", exact: true }).click();
  await page.getByText("Alerts are off for this farm.").first().waitFor();
  await expectSoon(settings, null);
  expect(await database.get(`alerts/${farm.id}/open`)).toBeNull();
});

test("finds no axe violations on a phone, and no view that is wider than the screen", async () => {
  const { id, owner, tomatoes } = farm;
  await database.patch({
    [`alertSettings/${id}/webhook`]: {
      url: "https://example.com/",
      secret: `whsec_${"a".repeat(32)}`,
    },
    [`alerts/${id}/open`]: {
      [airId]: below(12),
      [soilId]: { ...silent(40), acknowledgedBy: owner.uid },
    },
    [`alerts/${id}/log/-Oaaaaaaaaaaaaaaaaaa`]: { ...below(99), clearedAt: Date.now() },
    [`alerts/${id}/undelivered/webhook`]: { at: Date.now(), problem: "It answered 500." },
    [`users/${owner.uid}/alerts`]: { email: true, token: "0".repeat(32), language: "de" },
  });
  await verifyEmail(owner);
  ({ page } = await visit(farmPath(farm, "alerts"), owner, { ...PHONE, reducedMotion: "reduce" }));
  await page.getByText("You're on it").waitFor();
  await page.getByText("Send in English").waitFor();
  await page.getByText("lasted").waitFor();
  await page.getByRole("button", { name: "Snooze for Air, north bench" }).click();
  await inspect(page, "alerts");

  await database.put("alertService/lookedAt", Date.now() - 10 * MINUTE_MS);
  await go(page, farmPath(farm));
  await page.getByText("Your farm has not been checked since").waitFor();
  await page
    .getByRole("button", { name: /^Acknowledge for / })
    .first()
    .waitFor();
  await inspect(page, "farm with alerts");

  const query = `?at=5&alert=${encodeURIComponent("silent,,gone")}`;
  await go(page, farmPath(farm, "g", tomatoes) + query);
  await page.getByText("This alert has ended.").waitFor();
  await page.locator(".legend-name").first().waitFor();
  await inspect(page, "greenhouse of a message");
});

describe("push", () => {
  const KEYS = { p256dh: "p".repeat(87), auth: "a".repeat(22) };

  test("explains a failure; is switched on, renewed and off for a device; ends at sign-out", async () => {
    await visitWithPush();
    const push = page.getByLabel("Push on this device");
    for (const [failure, text] of [
      ["noService", "reach the browser's push service"],
      ["denied", "Notifications are blocked"],
    ] as const) {
      await page.evaluate(`stubFailure = "${failure}"`);
      await push.click();
      await page.getByText(text).waitFor();
      expect(await database.get(`users/${farm.viewer.uid}/alerts`)).toBeNull();
    }

    await page.reload();
    await push.click();
    await page.getByText("Push is on for this device.").waitFor();
    const devices = (): Promise<unknown> => database.get(`users/${farm.viewer.uid}/alerts/push`);
    const device = await page.evaluate<string>('localStorage.getItem("pushDevice")');
    expect(device).toMatch(/^[0-9a-f]{16}$/);
    const subscription = (name: string): object => ({
      [device]: { endpoint: `https://push.example/${name}`, keys: KEYS },
    });
    await expectSoon(devices, subscription("first"));
    await page.getByRole("button", { name: "Send a test: Push" }).waitFor();

    await page.evaluate('localStorage.setItem("stubEndpoint", "https://push.example/second")');
    await page.reload();
    await expectSoon(devices, subscription("second"));
    await push.click();
    await expectSoon(devices, null);

    // The next person on this device gets no messages.
    await push.click();
    await expectSoon(devices, subscription("first"));
    await page.locator(".account summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expectSoon(() => page.evaluate('localStorage.getItem("stubEndpoint")'), null);
  });

  test("needs a browser with push support; on Apple phones an installed page", async () => {
    const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15";
    ({ page } = await visit(farmPath(farm, "alerts"), farm.viewer, { userAgent }, (fresh) =>
      fresh.addInitScript("delete globalThis.PushManager"),
    ));
    await page.getByText("First add this page to your Home Screen").waitFor();
  });

  test("shows a message from the service worker, and a click opens its address", async () => {
    ({ page } = await visit(farmPath(farm), farm.viewer, { serviceWorkers: "allow" }));
    const worker = await startWorker(page);
    const path = farmPath(farm, "g", farm.herbs);
    const message = { title: "Herbs: 2.1 °C", body: "since 02:14", tag: "farm" };
    await worker.push(JSON.stringify({ ...message, url: `${path}?at=5`, staysOpen: true }));
    const url = `${HOSTING_URL}${path}?at=5`;
    // A later message replaces the first and sounds again. The message that everything is over need not stay.
    await worker.push(JSON.stringify({ ...message, title: "All is well", url, staysOpen: false }));
    await worker.push("{}");
    const sounds = { tag: "farm", renotify: true };
    await expectSoon(worker.shown, [
      { ...message, ...sounds, requireInteraction: true, data: url },
      { ...message, ...sounds, title: "All is well", requireInteraction: false, data: url },
      { title: "Greenhouses", body: "", requireInteraction: false, data: `${HOSTING_URL}/` },
    ]);

    await worker.click(url);
    await page.waitForURL(url);
    await page.getByRole("heading", { name: "Herbs" }).waitFor();
    await worker.closeWindows();
    await worker.click(url);
    expect(await worker.opened()).toEqual([url]);
  });

  /** Headless Chromium has no push service. */
  async function visitWithPush(): Promise<void> {
    const stub = `{
      globalThis.stubFailure = "";
      Object.defineProperty(Notification, "permission", { value: "default" });
      Notification.requestPermission = async () => (stubFailure === "denied" ? "denied" : "granted");
      const endpoint = () => localStorage.getItem("stubEndpoint");
      const subscription = () => ({
        toJSON: () => ({ endpoint: endpoint(), keys: ${JSON.stringify(KEYS)} }),
        unsubscribe: async () => localStorage.removeItem("stubEndpoint"),
      });
      PushManager.prototype.getSubscription = async () => (endpoint() ? subscription() : null);
      PushManager.prototype.subscribe = async () => {
        if (stubFailure !== "") throw new DOMException("Registration failed", "AbortError");
        localStorage.setItem("stubEndpoint", "https://push.example/first");
        return subscription();
      };
    }`;
    const options = { serviceWorkers: "allow" } as const;
    ({ page } = await visit(farmPath(farm, "alerts"), farm.viewer, options, (fresh) =>
      fresh.addInitScript(stub),
    ));
  }
});

interface Worker {
  readonly push: (data: string) => Promise<void>;
  readonly click: (url: string) => Promise<void>;
  /** The notifications. */
  readonly shown: () => Promise<unknown>;
  /** Acts as if the page had no windows. */
  readonly closeWindows: () => Promise<void>;
  /** The addresses of new windows. */
  readonly opened: () => Promise<unknown>;
}

/** Headless Chromium shows no notifications, and opens a window only after a real click. */
const NOTE_EFFECTS = `{
  globalThis.shown = [];
  globalThis.opened = [];
  registration.showNotification = async (...message) => void shown.push(message);
  clients.openWindow = async (url) => void opened.push(url);
  WindowClient.prototype.focus = async () => undefined;
}`;

async function startWorker(page: Page): Promise<Worker> {
  const started = page.context().waitForEvent("serviceworker");
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first !== undefined) resolve(first.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await page.evaluate(
    `navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(() => undefined)`,
  );
  const [worker, registrationId] = await Promise.all([started, registered]);
  await worker.evaluate(NOTE_EFFECTS);
  return {
    push: async (data) => {
      const target = { origin: HOSTING_URL, registrationId };
      await session.send("ServiceWorker.deliverPushMessage", { ...target, data });
    },
    click: (url) =>
      worker.evaluate(`new Promise((resolve, reject) => {
        const notification = { data: ${JSON.stringify(url)}, close: () => undefined };
        const waitUntil = (work) => void work.then(resolve, reject);
        dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
      })`),
    shown: () =>
      worker.evaluate("shown.map(([title, { icon, badge, ...rest }]) => ({ title, ...rest }))"),
    closeWindows: () => worker.evaluate("void (clients.matchAll = async () => [])"),
    opened: () => worker.evaluate("opened"),
  };
}
