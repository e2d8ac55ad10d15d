/** The alerts of a farm on the page: open alerts, the history, notifications, and the owners' settings. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { HOSTING_URL } from "../../support/web/addresses";
import type { Sensor } from "../../support/backend/farm";
import { addPageFarm, addPeople, addPerson, verifyEmail } from "../../support/web/farm";
import type { PageFarm, People } from "../../support/web/farm";
import { inspect } from "../../support/web/inspect";
import { farmPath, go, PHONE, signIn, useVisitors } from "../../support/web/visit";

/** The service's public VAPID key: a point on the curve, as browsers require. */
const PUSH_KEY =
  "BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U";

const database = databaseClient();
const { visit } = useVisitors();
let people: People;
let farm: PageFarm;
let airId: string;
let soilId: string;
beforeAll(async () => {
  people = await addPeople();
});
beforeEach(async () => {
  farm = await addPageFarm(database, {}, people);
  airId = `below,temperature,${farm.air.uid}`;
  soilId = `silent,,${farm.soil.uid}`;
  await database.patch({
    [`alertSettings/${farm.id}`]: { silentAfterMinutes: 30, lowBatteryPercent: 20 },
    alertService: { lookedAt: Date.now(), email: true, push: PUSH_KEY },
  });
});

/** An alert as `farm-watch` writes it. The test plays the jobs. */
function alertOf(kind: string, { uid, sensorName }: Sensor, minutesAgo: number): object {
  const since = Date.now() - minutesAgo * MINUTE_MS;
  const [raisedAt, remindedAt] = [since + MINUTE_MS, since + MINUTE_MS];
  const place = { greenhouse: farm.tomatoes, greenhouseName: "Tomatoes" };
  return { kind, uid, sensorName, ...place, since, raisedAt, remindedAt };
}

function below(minutesAgo: number): object {
  const value = { measurement: "temperature", value: 2.1, bound: 5, extreme: 1.4 };
  return { ...alertOf("below", farm.air, minutesAgo), ...value };
}

const silent = (minutesAgo: number): object => alertOf("silent", farm.soil, minutesAgo);

const stored = (id: string, field: string): Promise<unknown> =>
  database.get(`alerts/${farm.id}/open/${id}/${field}`);
const list = (): ReturnType<Page["getByRole"]> => page.getByRole("region", { name: "Status" });
let page: Page;

test("shows an open alert at once; a viewer acknowledges, undoes and snoozes it", async () => {
  ({ page } = await visit(farmPath(farm, "alerts"), farm.viewer));
  await list().getByText("Everything is fine").waitFor();
  await database.put(`alerts/${farm.id}/open/${airId}`, below(12));
  // The newest value is fine again, so it stands for the value of the alert.
  await list()
    .getByText("now 21.4\u202f°C, back within limits (lowest 1.4\u202f°C, since")
    .waitFor();
  await page.getByRole("link", { name: "Alerts 1 problem" }).waitFor();

  await page.getByRole("button", { name: "Acknowledge for Air, north bench" }).click();
  await list().getByText("You're on it").waitFor();
  await expectSoon(() => stored(airId, "acknowledgedBy"), farm.viewer.uid);
  // An acknowledged alert can still be snoozed.
  await page.getByRole("button", { name: "Snooze for Air, north bench" }).waitFor();
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
});

test("keeps a message's link through the sign-in; acknowledges by a press, one alert or all, but never by an address", async () => {
  await database.put(`alerts/${farm.id}/open`, { [airId]: below(12), [soilId]: silent(40) });
  const [single, all] = ["Acknowledge for Air, north bench", "Acknowledge all"] as const;
  const alert = `?at=${Date.now() - 12 * MINUTE_MS}&alert=${encodeURIComponent(airId)}`;
  const path = farmPath(farm, "g", farm.tomatoes) + alert;
  ({ page } = await visit(`${path}&acknowledge`, undefined, PHONE));
  await signIn(page, farm.viewer);
  // The charts show that time, and the alert is first in the greenhouse's list.
  await page.getByRole("button", { name: "Custom", pressed: true }).waitFor();
  await list().getByRole("listitem").first().getByText("back within limits").waitFor();
  await page.getByRole("button", { name: single }).first().waitFor();
  await page.goto(`${HOSTING_URL}${farmPath(farm, "alerts")}?acknowledge=${Date.now()}`);
  await page.getByRole("button", { name: all }).waitFor();
  expect(await page.getByText(/^Acknowledged/).count()).toBe(0);
  expect([await stored(airId, "acknowledgedBy"), await stored(soilId, "acknowledgedBy")]).toEqual([
    null,
    null,
  ]);
  await page.getByRole("button", { name: all }).click();
  await list().getByText("2 being dealt with").waitFor();
  await expectSoon(() => stored(soilId, "acknowledgedBy"), farm.viewer.uid);
  await database.put("alertService/lookedAt", Date.now() - 10 * MINUTE_MS);
  await go(page, farmPath(farm));
  await page.getByText(/^Your farm has not been checked since/).waitFor();

  await database.put(`alerts/${farm.id}/open/${airId}/acknowledgedBy`, null);
  await go(page, path);
  await page.getByRole("link", { name: "Alerts 1 problem" }).waitFor();
  await page.getByRole("button", { name: single }).first().click();
  await page.getByText("You're on it").first().waitFor();

  await database.patch({
    [`alerts/${farm.id}/open/${airId}`]: null,
    [`alerts/${farm.id}/log/-OaaaaaaaaaaaaaaaaaA`]: { ...below(12), clearedAt: Date.now() },
  });
  await page.getByText(/^This alert has ended \(/).waitFor();
});

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
  await page.getByRole("button", { name: "Send a test: E-mail" }).click();
  await page.getByText("Arrives within a minute …").waitFor();
  await expectSoon(() => database.get(`${testPath}/farmId`), farm.id);
  await database.patch({
    [`${testPath}/doneAt`]: Date.now(),
    [`${testPath}/problem`]: "The mail server does not answer.",
  });
  await page.getByText("Couldn't deliver the test: The mail server does not answer.").waitFor();
  const when = page.getByLabel("Messages from Sunny Acres");
  expect(await when.inputValue()).toBe("0");
  // Minutes of this channel, and of one that is switched off.
  await database.put(`users/${farm.viewer.uid}/alerts/farms/${farm.id}`, {
    afterMinutes: 0,
    channels: { email: 30, push: 15 },
  });
  await expectSoon(() => when.inputValue(), "30");
  await when.selectOption("If nobody responds for 15 minutes");
  await expectSoon(() => setting(`farms/${farm.id}/afterMinutes`), 15);
  expect(await setting(`farms/${farm.id}/channels`)).toEqual({ push: 15 });
  await when.selectOption("No messages");
  await expectSoon(() => setting(`farms/${farm.id}`), false);
  await page.getByText("You get no alerts from this farm.").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expectSoon(() => setting(`farms/${farm.id}/afterMinutes`), 15);
  const token = await setting("token");
  await email.click();
  await expectSoon(() => setting("email"), null);
  await email.click();
  await expectSoon(() => setting("email"), true);
  // The links of earlier messages still switch e-mail off.
  expect(await setting("token")).toBe(token);
});

test("lets a person confirm a number with a code, be called after 30 minutes and at night only for frost, and remove it", async () => {
  await verifyEmail(farm.viewer);
  const { uid } = farm.viewer;
  await database.patch({
    alertService: {
      lookedAt: Date.now(),
      email: true,
      telegram: "acres_bot",
      sms: true,
      call: true,
    },
    [`users/${uid}/alerts`]: { email: true },
  });
  const options = { ...PHONE, colorScheme: "dark", reducedMotion: "reduce" } as const;
  ({ page } = await visit(farmPath(farm, "alerts"), farm.viewer, options));
  const settings = (): Promise<unknown> => database.get(`users/${uid}/alerts`);
  await page.getByText(/^Not available on this site: .*push\.$/).waitFor();
  await page.getByRole("button", { name: "Set up: Telegram chat id" }).click();
  await page.getByRole("button", { name: "Set up: Phone number" }).click();
  const number = page.getByLabel("Phone number", { exact: true }).last();
  await inspect(page, "confirming addresses");
  await number.fill("+49 (0)170 / 123-45 67");
  await page.getByRole("button", { name: "Send code" }).first().click();
  await page.getByText("The code goes to +491701234567 by text message.").waitFor();

  const askedPath = `addressCodes/${uid}/phone`;
  await expectSoon(() => database.get(`${askedPath}/farmId`), farm.id);
  const askedAt = await database.get(`${askedPath}/askedAt`);
  await database.patch({
    [`addressSecrets/${uid}/phone`]: { code: "042917", address: "+491701234567", askedAt },
    [`${askedPath}/sentAt`]: Date.now(),
  });
  const code = page.getByLabel("Code", { exact: true });
  await code.fill("042 917");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectSoon(settings, {
    email: true,
    sms: true,
    language: "en",
    addresses: { phone: "+491701234567" },
  });

  const call = page.getByLabel("Call", { exact: true });
  await call.first().check();
  await call.last().selectOption("After 30\u202fmin");
  await page.getByLabel("Text message", { exact: true }).first().uncheck();
  await page.getByText("At once: e-mail. After 30\u202fmin: call.").waitFor();
  const choice = `users/${uid}/alerts/farms/${farm.id}`;
  await expectSoon(() => database.get(`${choice}/channels`), { call: 30 });

  await page.getByLabel("Quiet hours").check();
  await page.getByLabel("Until", { exact: true }).fill("05:30");
  await page.getByText("Everything else waits until 05:30.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectSoon(() => database.get(`users/${uid}/alerts/quiet`), { from: 1320, until: 330 });

  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate('document.documentElement.style.fontSize = "200%"');
  await inspect(page, "channels and quiet hours with large text");

  await page.getByRole("button", { name: "Remove: Phone number" }).click();
  await page.getByRole("button", { name: "Set up: Phone number" }).waitFor();
  await expectSoon(() => database.get(`users/${uid}/alerts/addresses`), null);
  expect(await database.get(`users/${uid}/alerts/call`)).toBeNull();
  // The code is still young enough to confirm the number again.
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expectSoon(() => database.get(`users/${uid}/alerts/call`), true);
});

test("lets an owner switch alerts on and off, set bounds and webhook, and see its secret once", async () => {
  await database.patch({ alertService: null, [`alertSettings/${farm.id}`]: null });
  ({ page } = await visit(farmPath(farm, "alerts"), farm.owner));
  await page.getByRole("button", { name: "Switch alerts on" }).click();
  await expectSoon(() => database.get(`alertSettings/${farm.id}`), {
    language: "en",
    lowBatteryPercent: 20,
    silentAfterMinutes: 30,
  });
  await page.getByText("Messages are not being sent yet.").first().waitFor();

  await database.put("alertService", { lookedAt: Date.now(), email: true, push: PUSH_KEY });
  const card = page.getByRole("region", { name: "When to alert" });
  const settings = (): Promise<unknown> => database.get(`alertSettings/${farm.id}`);
  const bounds = { language: "de", lowBatteryPercent: 20, silentAfterMinutes: 90 };
  await card.getByLabel("Language of webhook messages").selectOption("Deutsch");
  await card.getByLabel("Alert if a sensor sends nothing for (minutes)").fill("10081");
  await card.getByText("A whole number from 0 to 10080").waitFor();
  await card.getByLabel("Alert if a sensor sends nothing for (minutes)").fill("90");
  await card.getByRole("button", { name: "Save" }).first().click();
  await expectSoon(settings, bounds);

  await card.getByLabel("Address").fill("https://example.com/hook");
  await card.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Webhook secret" });
  const secret = await dialog.locator("code").textContent();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  await expectSoon(settings, { ...bounds, webhook: { url: "https://example.com/hook", secret } });
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await page.textContent("body")).not.toContain(secret);
  const other = "https://example.com/other";
  await card.getByLabel("Address").fill(other);
  await card.getByRole("button", { name: "Save" }).last().click();
  await expectSoon(settings, { ...bounds, webhook: { url: other, secret } });

  await card.getByRole("button", { name: "New secret …" }).click();
  await page.getByRole("button", { name: "Replace secret" }).click();
  expect(await dialog.locator("code").textContent()).not.toBe(secret);
  await dialog.getByRole("button", { name: "Done" }).click();
  await card.getByRole("button", { name: "Remove: Webhook" }).click();
  await expectSoon(settings, bounds);

  await card.getByRole("button", { name: "Switch alerts off …" }).click();
  await page.getByRole("button", { name: "Switch alerts off", exact: true }).click();
  await page.getByText("Alerts are off for this farm.").first().waitFor();
  await expectSoon(settings, null);
});

describe("push", () => {
  const KEYS = { p256dh: "p".repeat(87), auth: "a".repeat(22) };

  test("explains a failure; is switched on, renewed and off for a device; ends at sign-out", async () => {
    await visitWithPush();
    const push = page.getByLabel("Push on this device");
    await page.evaluate('stubFailure = "denied"');
    await push.click();
    await page.getByText("Notifications are blocked").waitFor();
    expect(await database.get(`users/${farm.viewer.uid}/alerts`)).toBeNull();

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

  test("shows a message from the service worker, and a click opens its address", async () => {
    ({ page } = await visit(farmPath(farm), farm.viewer, { serviceWorkers: "allow" }));
    const worker = await startWorker(page);
    const path = farmPath(farm, "g", farm.herbs);
    const message = { title: "Herbs: 2.1 °C", body: "since 02:14", tag: "farm" };
    await worker.push(JSON.stringify({ ...message, url: `${path}?at=5`, staysOpen: true }));
    const url = `${HOSTING_URL}${path}?at=5`;
    await worker.push("{}");
    // A later message of the farm replaces this one and sounds again.
    await expectSoon(worker.shown, [
      { ...message, renotify: true, requireInteraction: true, data: url },
      { title: "Greenhouses", body: "", requireInteraction: false, data: `${HOSTING_URL}/` },
    ]);

    await worker.click(url);
    await page.waitForURL(url);
    await page.getByRole("heading", { name: "Herbs" }).waitFor();
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
}

/** Headless Chromium shows no notifications, and changes the focus only after a real click. */
const NOTE_EFFECTS = `{
  globalThis.shown = [];
  registration.showNotification = async (...message) => void shown.push(message);
  WindowClient.prototype.focus = async () => undefined;
}`;

async function startWorker(page: Page): Promise<Worker> {
  const started = page.context().waitForEvent("serviceworker");
  await page.evaluate(
    `navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(() => undefined)`,
  );
  const worker = await started;
  await worker.evaluate(NOTE_EFFECTS);
  const dispatch = (type: string, fields: string): Promise<void> =>
    worker.evaluate(`new Promise((resolve, reject) => {
      const waitUntil = (work) => void work.then(() => resolve(), reject);
      dispatchEvent(Object.assign(new Event("${type}"), { waitUntil, ...${fields} }));
    })`);
  return {
    push: (data) => dispatch("push", `{ data: { text: () => ${JSON.stringify(data)} } }`),
    click: (url) =>
      dispatch(
        "notificationclick",
        `{ notification: { data: ${JSON.stringify(url)}, close: () => undefined } }`,
      ),
    shown: () =>
      worker.evaluate("shown.map(([title, { icon, badge, ...rest }]) => ({ title, ...rest }))"),
  };
}

/** Counts what a person presses. Typing needs a press on the field first. */
const COUNT_TAPS = `globalThis.taps = 0;
  addEventListener("pointerup", ({ isTrusted }) => { if (isTrusted) globalThis.taps += 1; }, true);`;

test("leads from a new farm to the first test message in at most 20 taps on a phone", async () => {
  const grower = await addPerson("grower", true);
  await database.put("alertService", { lookedAt: Date.now(), email: true });
  const { page, complaints } = await visit("/farms", grower, PHONE, (fresh) =>
    fresh.addInitScript(COUNT_TAPS),
  );
  const press = (name: string, role: "button" | "link" = "button"): Promise<void> =>
    page.getByRole(role, { name, exact: true }).click();
  const type = async (label: string, text: string): Promise<void> => {
    const field = page.getByLabel(label, { exact: true });
    await field.click();
    await field.fill(text);
  };
  await page.getByRole("heading", { name: "Your farms" }).waitFor();
  await page.evaluate("taps = 0");
  await type("Farm name", "New Acres");
  await press("Create a farm");
  await type("Greenhouse name", "Tomatoes");
  await press("Add a greenhouse");
  await press("Add a sensor", "link");
  await press("Register a sensor");
  await type("Name", "Bench 1");
  await type("Type", "SHT31");
  await page.getByRole("dialog").getByRole("button", { name: "Register a sensor" }).click();
  await page.getByRole("dialog", { name: "Code for Bench 1" }).waitFor();
  await press("Close");
  await press("Greenhouses", "link");
  await press("Switch alerts on", "link");
  await press("Switch alerts on");
  await page.getByLabel(`E-mail to ${grower.email}`).click();
  await press("Send a test: E-mail");
  await page.getByText("Arrives within a minute").waitFor();

  const nameOfTestedFarm = async (): Promise<unknown> => {
    const farmId = await database.get(`alertTests/${grower.uid}/email/farmId`);
    return farmId === null ? null : database.get(`farms/${farmId as string}/name`);
  };
  await expectSoon(nameOfTestedFarm, "New Acres");
  expect(await page.evaluate<number>("taps")).toBeLessThanOrEqual(20);
  expect(complaints).toEqual([]);
});
