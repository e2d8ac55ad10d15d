/** The changes that owners can make, and the data that viewers do not see. */

import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { addPageFarm, addPerson } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { farmPath, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
beforeEach(async () => {
  farm = await addPageFarm(database);
});

async function openSettings(
  role: "owner" | "viewer",
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const { page } = await visit(farmPath(farm, "settings"), farm[role], {}, prepare);
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  return page;
}

test("shows a viewer no key and no forms, and lets them leave", async () => {
  await database.put(`farms/${farm.id}/names`, { [farm.viewer.uid]: "Vera" });
  const page = await openSettings("viewer");
  await page.getByText("Only owners can change settings.").waitFor();
  expect(await page.getByText(/key/i).count()).toBe(1);
  expect(await page.locator("main input, main select").count()).toBe(0);

  await page.getByRole("link", { name: "Sensors" }).click();
  await page.getByRole("row").filter({ hasText: "Soil, row 3" }).waitFor();
  const names = await page.locator("main tbody").getByRole("button").allTextContents();
  expect(new Set(names)).toEqual(new Set(["", "Board code"]));
  expect(await page.locator("main input, main select").count()).toBe(0);

  await page.getByRole("link", { name: "Greenhouses", exact: true }).click();
  await page.getByRole("link", { name: "Herbs" }).click();
  await page.getByText("No sensors in this greenhouse yet.").waitFor();
  expect(await page.getByText("Register or assign a sensor").count()).toBe(0);

  await page.getByRole("link", { name: "Settings" }).click();
  // The address that the gateway reported.
  await page.getByRole("link", { name: "192.168.1.20" }).waitFor();
  await page.getByRole("button", { name: "Leave this farm" }).click();
  const leave = page.getByRole("dialog").getByRole("button", { name: "Leave this farm" });
  await expectSoon(() => leave.isDisabled(), true);
  await page.getByLabel("Type the farm's name to confirm").fill("Sunny Acres");
  await leave.click();
  await page.getByText("You're not a member of a farm yet.").waitFor();
  expect(await database.get(`farms/${farm.id}/members`)).toEqual({ [farm.owner.uid]: "owner" });
});

test("lets an owner show and replace the key, and keep the old key for a while", async () => {
  const page = await openSettings("owner");
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
  expect([await text("New key"), await text("Old key")]).toEqual([newKey, key]);

  await page.getByRole("button", { name: "Revoke the old key" }).click();
  await page.getByText("The old farm key was revoked.").waitFor();
  expect(await stored()).toBe(newKey);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Revoke the old key" }).waitFor();
  await expectSoon(stored, `${newKey},${key}`);

  // Another replacement would revoke the old key. The owner confirms this with the farm's name.
  await page.getByRole("button", { name: "Replace key …" }).click();
  await page.getByText("The key before that is revoked").waitFor();
  await expectSoon(() => replace.isDisabled(), true);
  await page.getByLabel("Type the farm's name to confirm").fill("Sunny Acres");
  await replace.click();
  await page.getByText("New key created.").waitFor();
  expect(String(await stored()).split(",")[1]).toBe(newKey);
});

test("lets an owner create, send and withdraw a link", async () => {
  await database.put(`farms/${farm.id}/names`, { [farm.owner.uid]: "Maria" });
  const expired = `invitations/${farm.id}/${"e".repeat(32)}`;
  const { uid: by } = farm.owner;
  await database.put(expired, { role: "viewer", expiresAt: 1, farmName: "Sunny Acres", by });
  const page = await openSettings("owner");
  const card = page.getByRole("region", { name: "Members" });
  await card.getByLabel("Role", { exact: true }).selectOption("Owner");
  await card.getByText("Owners can change everything. They can even remove you.").waitFor();
  await card.getByRole("button", { name: "Create link" }).click();
  const link = await card.locator("code").filter({ hasText: "/join/" }).textContent();
  const [, token = ""] = /\/join\/[^/]+\/([\w-]{32})$/.exec(link ?? "") ?? [];
  const stored = (): Promise<unknown> => database.get(`invitations/${farm.id}/${token}`);
  expect(await stored()).toMatchObject({
    role: "owner",
    farmName: "Sunny Acres",
    by: farm.owner.uid,
    byName: "Maria",
  });
  // The next invitation deletes this one in a second write.
  await expectSoon(() => database.get(expired), null);
  await card.getByRole("button", { name: "QR code" }).click();
  await page.getByRole("img", { name: "QR code of the invitation link" }).waitFor();
  await card.getByText(/^created by you, valid until /).waitFor();
  await card.getByLabel("Role", { exact: true }).selectOption("Viewer");
  await card.getByRole("button", { name: "Create link" }).click();
  await card.getByRole("button", { name: /^Copy invitation link \(Owner, valid until / }).waitFor();
  await card.getByRole("button", { name: /^Withdraw: Owner/ }).click();
  await page.getByText("Invitation withdrawn").waitFor();
  expect(await stored()).toBeNull();
  // The element with the focus was removed, and the focus stays in the card.
  await expectSoon(() => page.evaluate("document.activeElement.id"), "members-title");
});

test("removes a notice in another view unless it offers undo, and keeps a focused notice", async () => {
  const page = await openSettings("owner", (fresh) => fresh.clock.install());
  const goTo = async (name: string): Promise<void> => {
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  };
  await page.getByRole("button", { name: "Create link" }).click();
  const made = page.getByText("The link is ready. Send it to the person you invite.");
  await made.waitFor();
  await goTo("Sensors");
  // The notice disappears after ten seconds.
  await made.waitFor({ state: "hidden", timeout: 5000 });

  await goTo("Settings");
  const name = page.getByLabel("Farm name");
  await name.fill("Sunnier Acres");
  await name.press("Enter");
  await page.getByRole("button", { name: "Undo" }).waitFor();
  await goTo("Sensors");
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(() => database.get(`farms/${farm.id}/name`), "Sunny Acres");

  // The notice stays while it has the focus.
  await goTo("Settings");
  await name.fill("Sunniest Acres");
  await name.press("Enter");
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.clock.runFor(11_000);
  expect(await undo.isVisible()).toBe(true);
  await name.focus();
  await page.clock.runFor(11_000);
  await undo.waitFor({ state: "hidden" });
});

test("lets members choose names, and an owner promote and remove them by name", async () => {
  const person = await addPerson("helper");
  await database.patch({
    [`farms/${farm.id}/members/${person.uid}`]: "viewer",
    [`users/${person.uid}/farms/${farm.id}`]: true,
    [`farms/${farm.id}/names/${person.uid}`]: "Henk",
  });
  const page = await openSettings("owner");
  const memberships = async (): Promise<unknown> => [
    await database.get(`farms/${farm.id}/members/${person.uid}`),
    await database.get(`users/${person.uid}/farms/${farm.id}`),
    await database.get(`farms/${farm.id}/names/${person.uid}`),
  ];
  const name = page.getByLabel("Your name");
  expect(await name.inputValue()).toBe(farm.owner.email.split("@")[0]);
  await name.fill("Maria");
  await page.getByRole("region", { name: "Members" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("Maria").waitFor();
  expect(await database.get(`farms/${farm.id}/names/${farm.owner.uid}`)).toBe("Maria");

  // A member without a chosen name.
  await page.getByText("Member view…", { exact: true }).waitFor();
  expect(await page.getByText(person.uid).count()).toBe(0);

  await page.getByLabel("Role: Henk").selectOption("Owner");
  await page.getByText("Saved.").waitFor();
  expect(await memberships()).toEqual(["owner", true, "Henk"]);

  await page.getByRole("button", { name: "Remove: Henk" }).click();
  await page.getByText("Henk is no longer a member.").waitFor();
  // Owners cannot write on another person's list.
  expect(await memberships()).toEqual([null, true, null]);
  await expectSoon(() => page.evaluate("document.activeElement.id"), "members-title");
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(memberships, ["owner", true, null]);

  const unnamed = `Member ${person.uid.slice(0, 4)}…`;
  await page.getByRole("button", { name: `Remove: ${unnamed}` }).click();
  await page.getByText(`${unnamed} is no longer a member.`).waitFor();
  await database.put(`users/${person.uid}/farms/${farm.id}`, null);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(`${unnamed} took this farm off their list`).waitFor();
  expect(await memberships()).toEqual([null, null, null]);
});

test("lets an owner set limits, explains invalid ones, and keeps or asks about another owner's changes", async () => {
  const measured = { temperature: 21, humidity: 60, light: 9000 };
  await database.put(`sensors/${farm.herbs}/bySensor/former-sensor`, measured);
  const page = await openSettings("owner");
  await page.getByRole("link", { name: "Herbs" }).click();
  const card = page.getByRole("region", { name: "Herbs" });
  const temperature = card.getByRole("group", { name: /Temperature/ });
  await temperature.getByLabel("Lowest").fill("20");
  await temperature.getByLabel("Highest").fill("10");
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByText("The lowest value must not be above the highest.").waitFor();
  await temperature.getByLabel("Highest").fill("30,000");
  await card.getByRole("button", { name: "Save" }).click();
  const grouped = "Leave out the thousands separator.";
  await temperature.getByText(grouped).waitFor();
  await temperature.getByLabel("Highest").fill("300");
  await card.getByText("Must be from -60 to 80\u202f°C.").waitFor();
  await temperature.getByLabel("Highest").fill("26,5");
  await card.getByText("More: Light, VPD, Dew point").click();
  const light = card.getByRole("group", { name: "Light (lx)" });
  await light.getByLabel("Highest").fill("30.000");
  await card.getByRole("button", { name: "Save" }).click();
  await light.getByText(grouped).waitFor();
  expect(await database.get(`greenhouses/${farm.herbs}/thresholds`)).toBeNull();
  await light.getByLabel("Highest").fill("30000");
  await card.getByText("Different limits at night").click();
  await card
    .getByText("These limits apply from sunset to sunrise, once you set the farm's location")
    .waitFor();
  const night = card.getByRole("group", { name: "Temperature at night" });
  await night.getByLabel("Lowest").fill("27");
  await card.getByRole("button", { name: "Save" }).click();
  await night.getByText("The lowest value must not be above the highest.").waitFor();
  await night.getByLabel("Lowest").fill("12");
  await card.getByRole("group", { name: "VPD (kPa)" }).getByLabel("Lowest").fill("0.4");
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await database.get(`greenhouses/${farm.herbs}/thresholds`)).toEqual({
    temperature: { min: 20, max: 26.5, nightMin: 12 },
    light: { max: 30_000 },
    vpd: { min: 0.4 },
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await temperature.locator("input:placeholder-shown").nth(1).waitFor();
  await expectSoon(() => database.get(`greenhouses/${farm.herbs}/thresholds`), null);

  // The limits of another greenhouse, which another owner changes at the same time.
  const path = `greenhouses/${farm.tomatoes}/thresholds`;
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByRole("link", { name: "Tomatoes" }).click();
  const tomatoes = page.getByRole("region", { name: "Tomatoes" });
  const highest = tomatoes.getByRole("group", { name: /Temperature/ }).getByLabel("Highest");
  const before = (await database.get(path)) as { temperature: { min: number } };
  await highest.fill("33");
  await database.put(`${path}/temperature`, { min: before.temperature.min, max: 28 });
  await database.put(`${path}/humidity/max`, 77);
  await tomatoes
    .getByText("Someone else set Temperature (Highest) to 28 in the meantime.")
    .waitFor();
  await tomatoes.getByRole("button", { name: "Save" }).click();
  expect(await database.get(`${path}/temperature/max`)).toBe(28);
  // The press moved the focus to the question.
  await expectSoon(() => page.evaluate("document.activeElement.textContent"), "Use theirs");
  await tomatoes.getByRole("button", { name: "Keep 33" }).click();
  await tomatoes.getByRole("button", { name: "Save" }).click();
  const saved = page.getByText("Saved.");
  await saved.waitFor();
  expect(await database.get(path)).toMatchObject({
    temperature: { max: 33 },
    humidity: { max: 77 },
  });
  // Types character by character: no input is lost when the notice disappears.
  await highest.press("End");
  await highest.pressSequentially(".5");
  expect(await highest.inputValue()).toBe("33.5");
  await saved.waitFor({ state: "hidden" });
});

test("asks about a name that changed during typing, for the farm and the person", async () => {
  await database.put(`farms/${farm.id}/names`, { [farm.owner.uid]: "Maria" });
  const page = await openSettings("owner");
  const farmCard = page.getByRole("region", { name: "Farm", exact: true });
  const name = farmCard.getByLabel("Farm name");
  await name.fill("Mine");
  await database.put(`farms/${farm.id}/name`, "Theirs");
  await farmCard.getByText(/^Someone else set .* to Theirs in the meantime\.$/).waitFor();
  await name.press("Enter");
  expect(await database.get(`farms/${farm.id}/name`)).toBe("Theirs");
  await farmCard.getByRole("button", { name: "Use theirs" }).click();
  expect(await name.inputValue()).toBe("Theirs");
  await name.fill("Ours");
  await name.press("Enter");
  await expectSoon(() => database.get(`farms/${farm.id}/name`), "Ours");

  // A dialog hides the notice for a while. Undo does not overwrite another person's change.
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await page.getByRole("button", { name: "Replace key …" }).click();
  await undo.waitFor({ state: "hidden" });
  await page.keyboard.press("Escape");
  await database.put(`farms/${farm.id}/name`, "Others'");
  await undo.click();
  await page.getByText("Not saved: someone changed it in the meantime.").waitFor();
  expect(await database.get(`farms/${farm.id}/name`)).toBe("Others'");

  const members = page.getByRole("region", { name: "Members" });
  const path = `farms/${farm.id}/names/${farm.owner.uid}`;
  await members.getByRole("button", { name: "Edit: Your name" }).click();
  await members.getByLabel("Your name").fill("Mia");
  await database.put(path, "Marie");
  await members.getByText("You set Your name to Marie in another window.").waitFor();
  await members.getByRole("button", { name: "Save" }).click();
  expect(await database.get(path)).toBe("Marie");
  await members.getByRole("button", { name: "Keep Mia" }).click();
  await members.getByRole("button", { name: "Save" }).click();
  await expectSoon(() => database.get(path), "Mia");
});

test("lets an owner set and remove the location, and a person set unit and time zone", async () => {
  const page = await openSettings("owner");
  const placeCard = page.getByRole("region", { name: "Location" });
  const stored = (): Promise<unknown> => database.get(`farms/${farm.id}/place`);
  await placeCard.getByLabel("Latitude").fill("152");
  await placeCard.getByRole("button", { name: "Save" }).click();
  await placeCard.getByText("Must be a number from -90 to 90.").waitFor();
  await placeCard.getByLabel("Latitude").fill("52.52, 13.405");
  expect(await placeCard.getByLabel("Longitude").inputValue()).toBe("13.405");
  await placeCard.getByLabel("Time zone").fill("Berlin");
  await placeCard.getByText("Unknown time zone.").waitFor();
  await placeCard.getByLabel("Time zone").fill("Europe/Berlin");
  await placeCard.getByText(/^Night: \d\d:\d\d–\d\d:\d\d \([A-Z][\w/]+\)$/).waitFor();
  await placeCard.getByRole("button", { name: "Save" }).click();
  const place = { latitude: 52.52, longitude: 13.405, timeZone: "Europe/Berlin" };
  await expectSoon(stored, place);
  await placeCard.getByRole("button", { name: "Remove" }).click();
  await expectSoon(stored, null);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectSoon(stored, place);

  await page.locator("details.account summary").click();
  await page.getByRole("button", { name: "Units and time zone" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Temperature unit").selectOption("F");
  await dialog.getByLabel("Time zone").fill("Mars");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Unknown time zone.").waitFor();
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
  expect(await temperature.getByLabel("Lowest").inputValue()).toBe("60");
  await page.getByRole("link", { name: "Greenhouses" }).click();
  await page.getByText("°F").first().waitFor();
  expect(await page.getByText("°C").count()).toBe(0);
  await database.put(path, null);
  await page.getByText("°C").first().waitFor();
});

test("refuses and undoes a former owner's change, and shows a former member a message", async () => {
  const page = await openSettings("owner");
  await page.getByRole("link", { name: "Tomatoes" }).click();
  const card = page.getByRole("region", { name: "Tomatoes" });
  const highest = card.getByRole("group", { name: /Temperature/ }).getByLabel("Highest");
  await page.context().setOffline(true);
  await page.getByText(/^Offline/).waitFor();
  await database.put(`farms/${farm.id}/members/${farm.owner.uid}`, "viewer");
  await highest.fill("44");
  await card.getByRole("button", { name: "Save" }).click();
  await page.context().setOffline(false);

  await page.getByText("You don't have permission to do this.").waitFor();
  await card.getByText(/15–\u206030\u202f°C/).waitFor();
  expect(await database.get(`greenhouses/${farm.tomatoes}/thresholds/temperature`)).toEqual({
    min: 15,
    max: 30,
  });

  const role = `farms/${farm.id}/members/${farm.owner.uid}`;
  const name = page.getByLabel("Farm name");
  await page.goBack();
  await database.put(role, "owner");
  await name.waitFor();
  await database.put(role, "viewer");
  await page.getByText("Only owners can change settings.").waitFor();
  await database.put(role, "owner");
  await name.fill("Other Acres");
  await database.put(`farms/${farm.id}/members`, { [farm.viewer.uid]: "owner" });
  await page.getByText("You're no longer a member of Sunny Acres.").waitFor();
});
