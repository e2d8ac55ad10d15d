/**
 * How Hosting serves the page: policies, caches, and additions of the local stack. Names with markup appear as text, and
 * invalid stored data is left out.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { HOSTING_URL } from "../../support/web/addresses";
import { addPageFarm, addPeople } from "../../support/web/farm";
import type { People } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { farmPath, go, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
const shipped = readFileSync(join(ROOT, "firebase.json"), "utf8");

const MARKUP = `<img src=x onerror="document.title='owned'">`;
const SCRIPT = `"><script>document.title='owned'</script>`;

let people: People;
beforeAll(async () => {
  people = await addPeople();
});

test("shows names as text in every view", async () => {
  const farm = await addPageFarm(database, { farm: MARKUP, sensor: SCRIPT }, people);
  const { page, complaints } = await visit(farmPath(farm), farm.owner);
  for (const [path, text, view] of [
    [farmPath(farm), MARKUP, ""],
    [farmPath(farm, "g", farm.tomatoes), SCRIPT, "Tomatoes · "],
    [farmPath(farm, "sensors"), SCRIPT, "Sensors · "],
    [farmPath(farm, "settings"), "Member view…", "Settings · "],
  ] as const) {
    await go(page, path);
    await page.locator("main").getByText(text).first().waitFor();
    expect(await page.locator("img, main script").count()).toBe(0);
    await expectSoon(() => page.title(), `${view}${MARKUP} · Greenhouses`);
  }
  expect(complaints).toEqual([]);
});

test("leaves out stored data that is not a reading", async () => {
  const farm = await addPageFarm(database, {}, people);
  const now = Date.now();
  await database.patch({
    [`sensors/${farm.tomatoes}/bySensor/${farm.air.uid}/temperature`]: "hot",
    [`sensors/${farm.tomatoes}/current/light`]: { deep: { deeper: true } },
    [`sensors/${farm.tomatoes}/history/-Oaaaaaaaaaaaaaaaaaa`]: "nothing",
    [`greenhouses/${farm.herbs}/thresholds`]: { temperature: "warm", rain: { min: 1 } },
    [`farms/${farm.id}/ip`]: "javascript:alert(1)",
    [`farms/${farm.id}/ipUpdatedAt`]: now,
  });
  const { page, complaints } = await visit(farmPath(farm), farm.owner);
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByText("not reported yet").waitFor();
  await page.getByRole("link", { name: "Greenhouses", exact: true }).click();
  await page.getByRole("link", { name: "Tomatoes" }).click();
  await page
    .getByRole("figure", { name: /Chart: Temperature/ })
    .locator(".legend-name")
    .nth(1)
    .waitFor();
  expect(complaints).toEqual([]);
});

test.each(["/", "/f/any/g/thing"])("serves the page at %s without caching", async (path) => {
  const response = await fetch(HOSTING_URL + path);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('<div id="page">');
  expect(response.headers.get("cache-control")).toBe("no-cache");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

test("allows only the existing script in the document", async () => {
  const response = await fetch(HOSTING_URL);
  const scripts = [...(await response.text()).matchAll(/<script>([^<]+)<\/script>/g)];
  const hashes = scripts.map(([, script = ""]) =>
    createHash("sha256").update(script).digest("base64"),
  );
  const policy = response.headers.get("content-security-policy") ?? "";
  const allowed = [...policy.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash);
  expect(allowed).toHaveLength(1);
  expect(hashes).toEqual(allowed);
});

test("caches assets permanently, and answers 404 for missing assets", async () => {
  const page = await (await fetch(HOSTING_URL)).text();
  const [script] = /\/assets\/[\w-]+\.js/.exec(page) ?? [];
  const response = await fetch(HOSTING_URL + String(script));
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await fetch(`${HOSTING_URL}/assets/gone.js`)).status).toBe(404);
});

test("gives production no demo people, and allows only addresses of the visitor's own machine", async () => {
  const response = await fetch(`${HOSTING_URL}/__/firebase/init.json`);
  expect(response.headers.get("x-demo-people")).toContain("demo-owner");
  const { hosting } = JSON.parse(shipped) as { hosting: unknown };
  expect(JSON.stringify(hosting)).not.toMatch(/demo|emulator/i);
  const policy = /connect-src ([^;]+)/.exec(JSON.stringify(hosting))?.[1]?.split(" ");
  const loopback = ["127.0.0.1", "localhost"].flatMap((host) => [
    `http://${host}:*`,
    `ws://${host}:*`,
  ]);
  expect(policy?.filter((source) => !/^(?:'self'|(?:https|wss):\/\/\S+)$/.test(source))).toEqual(
    loopback,
  );
});
