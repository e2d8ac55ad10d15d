/**
 * Checks all views with axe-core: light on the desktop, and dark on the phone. No view is wider than the screen. With
 * large text words stay whole.
 */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Page } from "playwright-core";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm, VALVE } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { inspect } from "../../support/web/inspect";
import { DESK, farmPath, go, PHONE, signIn, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
beforeAll(async () => {
  farm = await addPageFarm(database);
  const at = Date.now() - 2 * HOUR_MS;
  const until = startOf("hour", Date.now());
  const hours = (values: object): object => ({ [until - 3 * HOUR_MS]: values });
  const [first, second] = [farm.air.uid, farm.soil.uid];
  await database.patch({
    [`imports/${farm.id}/import01`]: {
      from: at,
      until: at + HOUR_MS,
      at: at + HOUR_MS,
      file: "2026.csv",
      readings: 1_234,
      sensors: { [first]: true, [second]: true },
    },
    [`outputs/${farm.id}/${first}`]: { valve: VALVE, vent: { ...VALVE, name: "Vent", place: "b" } },
    [`outputPlaces/${farm.id}/${first}`]: { a: "valve", b: "vent" },
    [`outputPlans/${farm.id}/${first}/valve`]: PLAN,
    [`unregistered/${farm.id}/a`]: { uid: "shelly-1", reading: '{"temperature":21.5}', at },
    [`notes/${farm.tomatoes}/${createPushKeys(Math.random)(at)}`]: {
      at,
      text: "Watered",
      by: farm.owner.uid,
    },
    [`rollupCoverage/${farm.tomatoes}`]: { from: until - 24 * HOUR_MS, until, version: 1 },
    [`greenhouseRollups/${farm.tomatoes}/hour`]: {
      temperature: hours({ min: 16, max: 21, median: 18, n: 2 }),
      light: hours({ min: 9000, max: 11_000, median: 10_000, n: 1 }),
    },
  });
});

/** On a phone, most of a sensor's row is hidden until a tap. */
const openSensor = async (page: Page): Promise<void> => {
  await go(page, farmPath(farm, "sensors"));
  const row = page.getByRole("row").filter({ hasText: farm.air.sensorName });
  await row.waitFor();
  const toggle = row.locator("[aria-expanded]");
  if (await toggle.isVisible()) await toggle.click();
  await page.getByText(farm.air.uid).waitFor();
};

const openSettings = async (page: Page): Promise<void> => {
  await go(page, farmPath(farm, "settings"));
  await page.getByRole("button", { name: "Show key", disabled: false }).waitFor();
};

const PLAN = {
  kind: "times",
  isOn: true,
  times: ["0615"],
  forSeconds: 300,
  freshMinutes: 60,
  at: 1,
};

/** An open alert, an acknowledged alert, a past alert, and a failed delivery. */
function alertsOf(): Readonly<Record<string, unknown>> {
  const { id, owner, tomatoes, air, soil } = farm;
  const since = Date.now() - 40 * MINUTE_MS;
  const place = { greenhouse: tomatoes, greenhouseName: "Tomatoes", since, raisedAt: since };
  const limit = { measurement: "temperature", value: 2.1, bound: 5 };
  const below = { ...place, ...limit, kind: "below", uid: air.uid, sensorName: air.sensorName };
  const silent = { ...place, kind: "silent", uid: soil.uid, sensorName: soil.sensorName };
  return {
    [`alertSettings/${id}`]: {
      silentAfterMinutes: 30,
      lowBatteryPercent: 20,
      webhook: { url: "https://example.com/", secret: `whsec_${"a".repeat(32)}` },
    },
    [`alerts/${id}/open`]: {
      [`below,temperature,${air.uid}`]: below,
      [`silent,,${soil.uid}`]: { ...silent, acknowledgedBy: owner.uid },
    },
    [`alerts/${id}/log/-Oaaaaaaaaaaaaaaaaaa`]: { ...below, clearedAt: Date.now() },
    [`alerts/${id}/undelivered/webhook`]: { at: Date.now(), problem: "It answered 500." },
  };
}

const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  farm: async (page) => {
    await go(page, farmPath(farm));
    await page.getByText("Everything is fine").waitFor();
  },
  greenhouse: async (page) => {
    await go(page, farmPath(farm, "g", farm.tomatoes));
    await page.locator(".legend-name").nth(3).waitFor();
    await page.getByText("Temperature as a table").click();
    await page.locator("summary", { hasText: "Day by day" }).first().click();
    await page.getByText("Day by day as a table").click();
    await page.getByText("How these are calculated").click();
    await page.getByLabel("Light source").waitFor();
    await page.getByRole("button", { name: "Edit: Watered" }).waitFor();
    await page.getByText("The board has not reported yet", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Pause: Plan for Drip line" }).click();
    await page.getByText("What the plan did").click();
    await page.getByText("The plan has not decided anything yet.").waitFor();
  },
  "note with a fault": async (page) => {
    await page.getByRole("button", { name: "Add a note" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Write what happened.").waitFor();
  },
  "templates of plans": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add a plan: Vent" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Vent when hot" }).waitFor();
  },
  "a plan with faults": async (page) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Vent when hot" }).click();
    await dialog.getByText("More", { exact: true }).click();
    await dialog.getByLabel("Off again at").fill("60");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The plan would switch off before").waitFor();
  },
  "a new output": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Add a valve, pump or vent" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add a valve, pump or vent" }).click();
    await dialog.getByText("Required").first().waitFor();
  },
  "changing an output": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Edit: Drip line" }).click();
    await page.getByLabel("Daily limit").waitFor();
  },
  "removing an output": async (page) => {
    await page.getByRole("button", { name: "Remove …" }).click();
    await page.getByText("Its plan and its orders are deleted too.").waitFor();
  },
  "greenhouse without sensors": async (page) => {
    await go(page, farmPath(farm, "g", farm.herbs));
    await page.getByText("No sensors in this greenhouse yet.").waitFor();
  },
  preferences: async (page) => {
    await page.locator("summary", { hasText: "Account" }).click();
    await page.getByRole("button", { name: "Units and time zone" }).click();
    await page.getByLabel("Time zone", { exact: true }).last().waitFor();
  },
  sensors: openSensor,
  "board code": async (page) => {
    await page.getByRole("button", { name: "Board code" }).first().click();
    await page.getByRole("button", { name: "Insert key" }).click();
    await page.getByRole("img", { name: "QR code" }).locator("path").waitFor();
  },
  "lost board": async (page) => {
    await page.getByRole("button", { name: "Block this board …" }).click();
    await page.getByText("Replace the farm key in Settings too.").waitFor();
  },
  "a sensor": async (page) => {
    await go(page, farmPath(farm, "sensors", farm.air.uid));
    await page.locator('figure[aria-busy="false"]').first().waitFor();
    await page.getByRole("heading", { name: "Its life" }).waitFor();
  },
  "a calibration with two points": async (page) => {
    await page.getByRole("button", { name: "Calibrate" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What you know").selectOption("Two points");
    await dialog.getByRole("button", { name: "An earlier time" }).click();
    await dialog.getByRole("button", { name: "Calibrate" }).click();
    await dialog.getByText("Must be a number.").first().waitFor();
  },
  "readings to leave out": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Leave out readings" }).click();
    await page.getByRole("dialog").getByLabel("Why").waitFor();
  },
  "a device to replace": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Replace the device" }).click();
    await page.getByText("It also gets the valves and pumps").waitFor();
    await page.getByRole("button", { name: "Take this device: shelly-1" }).click();
    await page.getByRole("button", { name: "Replace now: shelly-1" }).waitFor();
  },
  "sensors not found": async (page) => {
    await go(page, `${farmPath(farm, "sensors")}?show=unlinked`);
    await page.getByText("No matching sensors.").waitFor();
  },
  register: async (page) => {
    await page.getByRole("button", { name: "Register a sensor" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Register a sensor" }).click();
  },
  settings: async (page) => {
    await database.put(`farms/${farm.id}/apiKey`, farm.apiKey);
    await openSettings(page);
    await page.locator("summary", { hasText: "Account" }).click();
    await page.getByText("Signed in as").waitFor();
    await page.getByText("1,234 readings").waitFor();
  },
  alerts: async (page) => {
    await database.patch(alertsOf());
    await go(page, farmPath(farm, "alerts"));
    await page.getByText("You're on it").waitFor();
    await page.getByText("lasted").waitFor();
    await page.getByRole("button", { name: "Snooze for Air, north bench" }).click();
  },
  "farm with alerts": async (page) => {
    await go(page, farmPath(farm));
    await page.getByRole("button", { name: "Acknowledge for Air, north bench" }).waitFor();
  },
  "greenhouse of a message": async (page) => {
    const alert = `?at=5&alert=${encodeURIComponent("silent,,gone")}`;
    await go(page, farmPath(farm, "g", farm.tomatoes) + alert);
    await page.getByText("This alert has ended.").waitFor();
    await page.locator(".legend-name").first().waitFor();
    await database.put(`alerts/${farm.id}`, null);
  },
  "a greenhouse's settings": async (page) => {
    await go(page, farmPath(farm, "settings", farm.tomatoes));
    await page.getByText("Different limits at night").click();
    await page.getByText("These limits apply from sunset to sunrise, once").waitFor();
    await page.getByText("More: Light, VPD, Dew point").click();
  },
  invitation: async (page) => {
    await go(page, `/join/${farm.id}/too-short`);
    await page.getByText("This link is incomplete.").waitFor();
  },
  nowhere: async (page) => {
    await go(page, "/nowhere");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  },
};

describe.each([
  ["desk", { ...DESK, colorScheme: "light" }],
  ["phone", { ...PHONE, colorScheme: "dark" }],
] as const)("on the %s", (_, size) => {
  const options = { ...size, reducedMotion: "reduce" } as const;

  test("finds no axe violations in an owner's views", async () => {
    const { page } = await visit("/", undefined, options);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await inspect(page, "sign-in");
    await signIn(page, farm.owner);
    await go(page, "/farms");
    await page.getByRole("button", { name: "Leave Sunny Acres …" }).click();
    await page.getByText("You stay an owner.").waitFor();
    await inspect(page, "leaving");
    for (const [name, open] of Object.entries(VIEWS)) {
      await open(page);
      await inspect(page, name);
    }
  });
});

test("fits on the screen and hides no name with double-sized German text", async () => {
  const { page } = await visit(farmPath(farm), farm.owner, PHONE);
  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByLabel("Language").selectOption("de");
  await page.getByText("Alles in Ordnung").waitFor();
  const setSize = (size: string): Promise<unknown> =>
    page.evaluate(`document.documentElement.style.fontSize = "${size}"`);
  await setSize("200%");
  await go(page, farmPath(farm, "settings"));
  await page.getByText("Breitengrad").waitFor();
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);

  await go(page, farmPath(farm, "sensors", farm.air.uid));
  for (const name of ["Kalibrieren", "Messwerte auslassen", "Gerät ersetzen"]) {
    await page.getByRole("button", { name }).click();
    await page.getByRole("dialog").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    await page.keyboard.press("Escape");
  }

  await go(page, farmPath(farm));
  await page.getByText("Alles in Ordnung").waitFor();
  for (const width of [720, 960, 1600, 1280]) {
    await page.setViewportSize({ ...DESK.viewport, width });
    for (const size of ["100%", "200%"]) {
      await setSize(size);
      expect(await page.evaluate(HIDDEN_WIDTHS)).toEqual([0, 0]);
    }
  }
});

/** How far the page and the farm's name extend beyond an edge. */
const HIDDEN_WIDTHS = `[document.documentElement, document.querySelector(".brand-name")].map(
  ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`;
