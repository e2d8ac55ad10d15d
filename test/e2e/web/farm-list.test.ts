/** A person's list of farms: owners invite, and the person accepts, declines or leaves. */

import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { expectSoon } from "../../support/polling";
import { addPageFarm, addPerson } from "../../support/web/farm";
import type { PageFarm, Person } from "../../support/web/farm";
import { farmPath, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
let person: Person;
beforeEach(async () => {
  farm = await addPageFarm(database);
  person = await addPerson("guest");
});

/** As an owner's page or the command line writes it. */
function invite(role: "owner" | "viewer"): Promise<void> {
  return database.patch({
    [`farms/${farm.id}/members/${person.uid}`]: role,
    [`users/${person.uid}/farms/${farm.id}`]: "invited",
  });
}

/** What the farm and the person's list say of each other. */
async function standing(): Promise<unknown> {
  return [
    await database.get(`farms/${farm.id}/members/${person.uid}`),
    await database.get(`users/${person.uid}/farms/${farm.id}`),
  ];
}

async function openList(path = "/"): Promise<Page> {
  const { page } = await visit(path, person);
  await page.getByRole("heading", { name: "Your farms" }).waitFor();
  return page;
}

const invitation = (page: Page) => page.getByRole("listitem").filter({ hasText: "Invited:" });

test("an invitation appears by itself, says what it is, and leads to the farm once accepted", async () => {
  const page = await openList();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  await invite("viewer");
  await invitation(page).getByText("Sunny Acres").waitFor();
  await invitation(page).getByText("as a viewer").waitFor();
  expect(await page.getByRole("main").getByRole("link").count()).toBe(0);

  await page.getByRole("button", { name: "Accept: Sunny Acres" }).click();
  // With one farm the list is skipped.
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  await page.getByText("Sunny Acres is on your list.").waitFor();
  expect(await standing()).toEqual(["viewer", true]);
});

test("a viewer who declines is no member any more", async () => {
  await invite("viewer");
  const page = await openList();
  await page.getByRole("button", { name: "Decline: Sunny Acres" }).click();
  await page.getByText("You declined the invitation to Sunny Acres.").waitFor();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  expect(await standing()).toEqual([null, null]);
});

test("an owner who declines takes it off the list", async () => {
  await invite("owner");
  const page = await openList();
  await invitation(page).getByText("as an owner").waitFor();
  await page.getByRole("button", { name: "Decline: Sunny Acres" }).click();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  expect(await standing()).toEqual(["owner", null]);
});

test("an invitation does not block the farm's address", async () => {
  await invite("viewer");
  const { page } = await visit(farmPath(farm), person);
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  expect(await standing()).toEqual(["viewer", "invited"]);
});

test("a viewer leaves from the list, after typing the farm's name", async () => {
  await invite("viewer");
  await database.put(`users/${person.uid}/farms/${farm.id}`, true);
  const page = await openList("/farms");
  await page.getByRole("button", { name: "Leave Sunny Acres …" }).click();
  const leave = page.getByRole("dialog").getByRole("button", { name: "Leave this farm" });
  await expectSoon(() => leave.isDisabled(), true);
  await page.getByLabel("Type the farm's name to confirm").fill("Sunny Acres");
  await leave.click();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  expect(await standing()).toEqual([null, null]);
});

test("an owner takes the farm off the list, stays its owner, and may put it back", async () => {
  await invite("owner");
  await database.put(`users/${person.uid}/farms/${farm.id}`, true);
  const page = await openList("/farms");
  await page.getByRole("button", { name: "Leave Sunny Acres …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(farmPath(farm)).waitFor();
  await dialog.getByRole("button", { name: "Take it off the list" }).click();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  expect(await standing()).toEqual(["owner", null]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sunny Acres" }).waitFor();
  expect(await standing()).toEqual(["owner", true]);
});

test("a former member takes a farm off the list", async () => {
  await database.put(`users/${person.uid}/farms/${farm.id}`, true);
  const page = await openList("/farms");
  await page.getByRole("button", { name: `Leave ${farm.id} …` }).click();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  expect(await standing()).toEqual([null, null]);
});

test("somebody who is removed and added again sees the change at once, on the list and on the farm's page", async () => {
  await invite("viewer");
  const { page } = await visit(farmPath(farm), person);
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  const list = await openList("/farms");
  await database.patch({
    [`farms/${farm.id}/members/${person.uid}`]: null,
    [`users/${person.uid}/farms/${farm.id}`]: null,
  });
  await page.getByText("This farm does not exist, or you are not a member.").waitFor();
  await list.getByText("You are not a member of any farm yet.").waitFor();

  await invite("viewer");
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Tomatoes" }).first().waitFor();
  await invitation(list).getByText("Sunny Acres").waitFor();
});

test("a single invitation is shown, in German too", async () => {
  await invite("owner");
  const { page } = await visit("/", undefined, { locale: "de-AT" });
  await page.getByLabel("E-Mail-Adresse").fill(person.email);
  await page.getByLabel("Passwort", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByText("Einladung: Sunny Acres").waitFor();
  await page.getByText("als Eigentümer").waitFor();
  await page.getByRole("button", { name: "Annehmen: Sunny Acres" }).waitFor();
  await page.getByRole("button", { name: "Ablehnen: Sunny Acres" }).waitFor();
});
