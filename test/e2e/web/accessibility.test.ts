/** axe-core finds nothing in any view, light or dark, on the desk and on the phone; screenshots of all are kept. */

import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm, addPerson } from "../../support/web/farm";
import type { PageFarm, Person } from "../../support/web/farm";
import { DESK, farmPath, PHONE, useVisitors } from "../../support/web/visit";

jest.setTimeout(120_000);

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
/** Ignored by git: for whoever wants to look at them after the tests. */
const SCREENSHOTS = join(ROOT, ".data/screenshots");

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
beforeAll(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  farm = await addPageFarm(database);
});

interface View {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
}

const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(new URL(path, page.url()).href);
};

/** On a phone most of a sensor is behind a tap. */
const openSensor = async (page: Page): Promise<void> => {
  await go(page, farmPath(farm, "sensors"));
  const row = page.getByRole("row").filter({ hasText: farm.air.sensorName });
  await row.waitFor();
  if (await row.locator("[aria-expanded]").isVisible())
    await row.locator("[aria-expanded]").click();
};

const VIEWS: readonly View[] = [
  {
    name: "farm",
    open: async (page) => {
      await go(page, farmPath(farm));
      await page.getByText("Everything is fine").waitFor();
    },
  },
  {
    name: "greenhouse",
    open: async (page) => {
      await go(page, farmPath(farm, "g", farm.tomatoes));
      await page.locator(".legend-name").nth(3).waitFor();
      await page.getByText("Temperature as a table").click();
    },
  },
  {
    name: "greenhouse-without-sensors",
    open: async (page) => {
      await go(page, farmPath(farm, "g", farm.herbs));
      await page.getByText("No sensor is linked to this greenhouse yet.").waitFor();
    },
  },
  {
    name: "sensors",
    open: async (page) => {
      await openSensor(page);
      await page.getByText(farm.air.uid).waitFor();
    },
  },
  {
    name: "sensors-looked-for",
    open: async (page) => {
      await go(page, `${farmPath(farm, "sensors")}?q=air&sort=-reading`);
      await page.getByRole("status").filter({ hasText: "1 of 2 sensors" }).waitFor();
    },
  },
  {
    name: "sensors-not-found",
    open: async (page) => {
      await go(page, `${farmPath(farm, "sensors")}?show=unlinked`);
      await page.getByText("No sensor is like that.").waitFor();
    },
  },
  {
    name: "register",
    open: async (page) => {
      await go(page, farmPath(farm, "sensors"));
      await page.getByRole("button", { name: "Register a sensor" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Register a sensor" }).click();
    },
  },
  {
    name: "board-code",
    open: async (page) => {
      await openSensor(page);
      await page.getByRole("button", { name: "Board code" }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "settings",
    open: async (page) => {
      await go(page, farmPath(farm, "settings"));
      await page.locator("summary", { hasText: "Account" }).click();
      await page.getByText("Your ID").waitFor();
    },
  },
  {
    name: "two-keys",
    open: async (page) => {
      await database.put(`farms/${farm.id}/apiKey`, `${"n".repeat(32)},${farm.apiKey}`);
      await go(page, farmPath(farm, "settings"));
      await page.getByRole("button", { name: "Show the key" }).click();
      await page.getByText("Two keys are accepted.").waitFor();
    },
  },
  {
    name: "replace-key",
    open: async (page) => {
      await go(page, farmPath(farm, "settings"));
      await page.getByRole("button", { name: "Replace the key …" }).click();
      await page.getByLabel("ends at once").check();
    },
  },
  {
    name: "nowhere",
    open: async (page) => {
      await go(page, "/nowhere");
      await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    },
  },
];

describe.each([
  ["desk", DESK],
  ["phone", PHONE],
])("on the %s", (device, size) => {
  test.each(["light", "dark"] as const)("every view in %s", async (colorScheme) => {
    const options = { ...size, colorScheme, reducedMotion: "reduce" } as const;
    const signedOut = await visit("/", undefined, options);
    await signedOut.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await inspect(signedOut.page, `sign-in-${device}-${colorScheme}`);

    const person = await addPerson("newcomer");
    const newcomer = await visit("/", person, options);
    await newcomer.page.getByText("You are not a member of any farm yet.").waitFor();
    await inspect(newcomer.page, `farms-${device}-${colorScheme}`);

    await addToLists(person);
    await newcomer.page.getByText("as a viewer").waitFor();
    await inspect(newcomer.page, `farms-listed-${device}-${colorScheme}`);
    await newcomer.page.getByRole("button", { name: "Leave Hill Farm …" }).click();
    await newcomer.page.getByText("You stay an owner of it.").waitFor();
    await inspect(newcomer.page, `farms-leave-${device}-${colorScheme}`);

    const { page } = await visit("/", farm.owner, options);
    for (const { name, open } of VIEWS) {
      await open(page);
      await inspect(page, `${name}-${device}-${colorScheme}`);
    }
  });
});

/** A farm of the person's own, one with a long name, and an invitation. */
async function addToLists({ uid }: Person): Promise<void> {
  const names = ["Hill Farm", "Nursery of the Upper Valley, Plants and Seedlings", farm.name];
  const ids = [`hill-${uid}`, `nursery-${uid}`, farm.id];
  await database.patch(
    Object.fromEntries(
      ids.flatMap((id, place) => [
        [`farms/${id}/name`, names[place]],
        [`farms/${id}/members/${uid}`, place === 0 ? "owner" : "viewer"],
        [`users/${uid}/farms/${id}`, place === 2 ? "invited" : true],
      ]),
    ),
  );
}

async function inspect(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  // Given to the debugger, not to the document: the page's policy would refuse it there.
  const violations = await page.evaluate(`${AXE}; axe.run().then((result) => result.violations.map(
    ({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]) })))`);
  const tooWide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect({ name, violations, tooWide }).toEqual({ name, violations: [], tooWide: 0 });
}
