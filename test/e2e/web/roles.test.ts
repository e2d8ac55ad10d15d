/** The changes that owners can make, and the data that viewers do not see. */

import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm, addPeople, addPerson } from "../../support/web/farm";
import type { PageFarm, People } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { changeFarm, farmPath, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let people: People;
let farm: PageFarm;
let page: Page;
beforeAll(async () => {
  people = await addPeople();
  ({ page } = await visit("/farms", people.owner));
});
beforeEach(async () => {
  farm = await addPageFarm(database, {}, people);
});

async function openSettings(): Promise<void> {
  await changeFarm(page, farmPath(farm, "settings"));
  await page.getByRole("heading", { name: "Settings" }).waitFor();
}

test("shows a viewer no key and no forms, and lets them leave", async () => {
  await database.put(`farms/${farm.id}/names`, { [farm.viewer.uid]: "Vera" });
  const { page: viewers } = await visit(farmPath(farm, "settings"), farm.viewer);
  await viewers.getByText("Only owners can change settings.").waitFor();
  await expectSoon(() => viewers.getByText(/key/i).count(), 1);
  // Everybody may export what they may read.
  await viewers.getByRole("heading", { name: "Export" }).waitFor();
  expect(await viewers.locator("main section:not(.export-card) :is(input, select)").count()).toBe(
    0,
  );

  await viewers.getByRole("link", { name: "Sensors" }).click();
  await viewers.getByRole("row").filter({ hasText: "Soil, row 3" }).waitFor();
  const buttons = viewers.locator("main tbody").getByRole("button");
  const names = async () => new Set(await buttons.allTextContents());
  await expectSoon(names, new Set(["", "Board code"]));
  expect(await viewers.locator("main input, main select").count()).toBe(0);

  await viewers.getByRole("link", { name: "Settings" }).click();
  // The address that the gateway reported.
  await viewers.getByRole("link", { name: "192.168.1.20" }).waitFor();
  await viewers.getByRole("button", { name: "Leave this farm" }).click();
  const leave = viewers.getByRole("dialog").getByRole("button", { name: "Leave this farm" });
  await expectSoon(() => leave.isDisabled(), true);
  await viewers.getByLabel("Type the farm's name to confirm").fill("Sunny Acres");
  await leave.click();
  await viewers.getByText("You're not a member of a farm yet.").waitFor();
  await expectSoon(() => database.get(`farms/${farm.id}/members`), { [farm.owner.uid]: "owner" });
});

test("lets an owner show and replace the key, and keep the old key for a while", async () => {
  await openSettings();
  expect(await page.textContent("body")).not.toContain(farm.apiKey);
  await page.getByRole("button", { name: "Show key" }).click();
  await page.getByText(farm.apiKey).waitFor();

  await page.getByRole("button", { name: "Replace key …" }).click();
  await page.getByLabel("stops working immediately").check();
  const replace = page.getByRole("button", { name: "Replace key", exact: true });
  await expectSoon(() => replace.isDisabled(), true);
  await page.getByLabel("Type the farm's name to confirm").fill("Sunny Acres");
  await replace.click();

  await page.getByText("Key replaced.").waitFor();
  const key = (await database.get(`farms/${farm.id}/apiKey`)) as string;
  expect(key).toMatch(/^[\w-]{32}$/);
  await page.getByText(key).waitFor();

  const stored = (): Promise<unknown> => database.get(`farms/${farm.id}/apiKey`);
  await page.getByRole("button", { name: "Replace key …" }).click();
  await replace.click();
  await page.getByText("New key created. The old one works until you revoke it.").waitFor();
  const [newKey = "", ...old] = String(await stored()).split(",");
  expect(newKey).toMatch(/^[\w-]{32}$/);
  expect(old).toEqual([key]);
  const text = (label: string): Promise<string | null> =>
    page.locator(".keys > div").filter({ hasText: label }).locator("code").textContent();
  await expectSoon(() => text("New key"), newKey);
  await expectSoon(() => text("Old key"), key);

  await page.getByRole("button", { name: "Revoke the old key" }).click();
  await page.getByText("The old farm key was revoked.").waitFor();
  expect(await stored()).toBe(newKey);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Revoke the old key" }).waitFor();
  await expectSoon(stored, `${newKey},${key}`);
});

test("lets an owner create, send and withdraw a link", async () => {
  await database.put(`farms/${farm.id}/names`, { [farm.owner.uid]: "Maria" });
  const expired = `invitations/${farm.id}/${"e".repeat(32)}`;
  const { uid: by } = farm.owner;
  const invitation = { role: "viewer", farmName: "Sunny Acres", by };
  await database.put(expired, { ...invitation, expiresAt: 1 });
  const open = { ...invitation, expiresAt: Date.now() + 60_000 };
  await database.put(`invitations/${farm.id}/${"o".repeat(32)}`, open);
  await openSettings();
  const card = page.getByRole("region", { name: "Members" });
  await card.getByRole("button", { name: /^Withdraw: Viewer/ }).waitFor();
  await expectSoon(() => card.getByRole("button", { name: /^Withdraw:/ }).count(), 1);
  await card.getByLabel("Role", { exact: true }).selectOption("Owner");
  await card.getByRole("button", { name: "Create link" }).click();
  const link = await card.locator("code").filter({ hasText: "/join/" }).textContent();
  const [, token = ""] = /\/join\/[^/]+\/([\w-]{32})$/.exec(link ?? "") ?? [];
  const stored = (): Promise<unknown> => database.get(`invitations/${farm.id}/${token}`);
  await expectSoon(async () => (await stored()) !== null, true);
  expect(await stored()).toMatchObject({
    role: "owner",
    farmName: "Sunny Acres",
    by: farm.owner.uid,
    byName: "Maria",
  });
  // The next invitation deletes this one in a second write.
  await expectSoon(() => database.get(expired), null);
  await card.getByRole("button", { name: /^Withdraw: Owner/ }).click();
  await page.getByText("Invitation withdrawn").waitFor();
  expect(await stored()).toBeNull();
});

test("lets members choose names, and an owner promote and remove them by name", async () => {
  const person = await addPerson("helper");
  await database.patch({
    [`farms/${farm.id}/members/${person.uid}`]: "viewer",
    [`users/${person.uid}/farms/${farm.id}`]: true,
    [`farms/${farm.id}/names/${person.uid}`]: "Henk",
  });
  await openSettings();
  const memberships = async (): Promise<unknown> => [
    await database.get(`farms/${farm.id}/members/${person.uid}`),
    await database.get(`users/${person.uid}/farms/${farm.id}`),
    await database.get(`farms/${farm.id}/names/${person.uid}`),
  ];
  const name = page.getByLabel("Your name");
  await expectSoon(() => name.inputValue(), farm.owner.email.split("@")[0]);
  await name.fill("Maria");
  await page.getByRole("region", { name: "Members" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("Maria").waitFor();
  await expectSoon(() => database.get(`farms/${farm.id}/names/${farm.owner.uid}`), "Maria");

  // A member without a chosen name.
  await page.getByText("Member view…", { exact: true }).waitFor();
  expect(await page.getByText(person.uid).count()).toBe(0);

  const role = page.getByLabel("Role: Henk");
  await role.selectOption("Owner");
  await page.getByText("Saved.").waitFor();
  expect(await memberships()).toEqual(["owner", true, "Henk"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(memberships, ["viewer", true, "Henk"]);
  await role.selectOption("Owner");
  await expectSoon(memberships, ["owner", true, "Henk"]);

  await page.getByRole("button", { name: "Remove: Henk" }).click();
  await page.getByText("Henk is no longer a member.").waitFor();
  // Owners cannot write on another person's list.
  expect(await memberships()).toEqual([null, true, null]);
  await expectSoon(() => page.evaluate("document.activeElement.id"), "members-title");
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(memberships, ["owner", true, null]);
});

test("lets an owner set limits, explains invalid ones, and asks about another owner's change", async () => {
  const path = `greenhouses/${farm.tomatoes}/thresholds`;
  await openSettings();
  await page.getByRole("link", { name: "Tomatoes" }).click();
  const card = page.getByRole("region", { name: "Tomatoes" });
  const temperature = card.getByRole("group", { name: /Temperature/ }).first();
  const [lowest, highest] = ["Lowest", "Highest"].map((label) => temperature.getByLabel(label));
  const save = card.getByRole("button", { name: "Save" });
  await highest!.fill("10");
  await save.click();
  await card.getByText("The lowest value must not be above the highest.").waitFor();
  await highest!.fill("26,5");
  const before = await database.get(path);
  expect(before).toEqual({ temperature: { min: 15, max: 30 } });
  await save.click();
  await page.getByText("Saved.").waitFor();
  expect(await database.get(path)).toEqual({
    temperature: { min: 15, max: 26.5 },
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(() => database.get(path), before);

  await highest!.fill("33");
  await lowest!.fill("14");
  await database.put(path, { temperature: { min: 15, max: 28 }, humidity: { max: 77 } });
  await card.getByText("Someone else set Temperature (Highest) to 28 in the meantime.").waitFor();
  await save.click();
  expect(await database.get(`${path}/temperature/max`)).toBe(28);
  // The press moved the focus to the question.
  await expectSoon(() => page.evaluate("document.activeElement.textContent"), "Use theirs");
  await card.getByRole("button", { name: "Keep 33" }).click();
  await save.click();
  await page.getByText("Saved.").waitFor();
  expect(await database.get(path)).toEqual({
    temperature: { min: 14, max: 33 },
    humidity: { max: 77 },
  });
});

test("lets an owner set and remove the location, and a person set unit and time zone", async () => {
  await openSettings();
  const placeCard = page.getByRole("region", { name: "Location" });
  const stored = (): Promise<unknown> => database.get(`farms/${farm.id}/place`);
  await placeCard.getByLabel("Latitude").fill("52.52, 13.405");
  await expectSoon(() => placeCard.getByLabel("Longitude").inputValue(), "13.405");
  await placeCard.getByLabel("Time zone").fill("Europe/Berlin");
  await placeCard.getByRole("button", { name: "Save" }).click();
  const place = { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" };
  await expectSoon(stored, place);
  await placeCard.getByRole("button", { name: "Remove" }).click();
  await expectSoon(stored, null);
  const ask = placeCard.getByRole("button", { name: "Use this device's place" });
  await page.context().grantPermissions(["geolocation"]);
  await page.context().setGeolocation({ latitude: 48.8588, longitude: 2.3201 });
  await ask.click();
  await expectSoon(() => placeCard.getByLabel("Latitude").inputValue(), "48.86");
  await expectSoon(() => placeCard.getByLabel("Longitude").inputValue(), "2.32");
  await page.context().clearPermissions();

  await page.locator("details.account summary").click();
  await page.getByRole("button", { name: "Units and time zone" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Temperature unit").selectOption("F");
  await dialog.getByLabel("Time zone").fill("Asia/Tokyo");
  await dialog.getByRole("button", { name: "Save" }).click();
  const path = `users/${farm.owner.uid}/preferences`;
  await expectSoon(() => database.get(path), { temperatureUnit: "F", timeZone: "Asia/Tokyo" });
  await page.getByRole("link", { name: "Tomatoes" }).click();
  const card = page.getByRole("region", { name: "Tomatoes" });
  const temperature = card.getByRole("group", { name: "Temperature (°F)" });
  await temperature.getByLabel("Lowest").fill("60 °F");
  await card.getByRole("button", { name: "Save" }).click();
  const min = `greenhouses/${farm.tomatoes}/thresholds/temperature/min`;
  await expectSoon(() => database.get(min), 15.555556);
  await expectSoon(() => temperature.getByLabel("Lowest").inputValue(), "60");
  await page.getByRole("link", { name: "Greenhouses" }).click();
  await page.getByText("°F").first().waitFor();
  await expectSoon(() => page.getByText("°C").count(), 0);
});
