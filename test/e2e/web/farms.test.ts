/** A person's list of farms, and the ways into a farm: creating it, and an invitation by link. */

import type { Page } from "playwright-core";
import { memberRemoval } from "@greenhouse/domain/identity/members";
import { databaseClient } from "../../support/backend/database-client";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { controlAnswers } from "../../support/web/answers";
import { addPageFarm, addPerson } from "../../support/web/farm";
import type { PageFarm, Person } from "../../support/web/farm";
import { openOwnDatabase } from "../../support/web/own-database";
import { farmPath, go, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
let person: Person;
beforeEach(async () => {
  farm = await addPageFarm(database);
  person = await addPerson("guest");
});

async function addMember(role: "owner" | "viewer"): Promise<void> {
  await database.patch({
    [`farms/${farm.id}/members/${person.uid}`]: role,
    [`users/${person.uid}/farms/${farm.id}`]: true,
  });
}

/** Removes the member like an owner's page or the command line does. The farm stays on the person's list. */
function removeMember(): Promise<void> {
  return database.patch(memberRemoval(farm.id, person.uid));
}

/** The person's membership in the farm, and the farm's entry on the person's list. */
async function standing(): Promise<unknown> {
  return [
    await database.get(`farms/${farm.id}/members/${person.uid}`),
    await database.get(`users/${person.uid}/farms/${farm.id}`),
  ];
}

async function openList(path = "/", prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const { page } = await visit(path, person, {}, prepare);
  await page.getByRole("heading", { name: "Your farms" }).waitFor();
  return page;
}

test("ignores unanswered invitations of earlier versions; opens a farm that was joined elsewhere", async () => {
  await database.put(`users/${person.uid}/farms/hill-farm`, "invited");
  const page = await openList();
  await page.getByText("You're not a member of a farm yet.").waitFor();
  expect(await page.getByRole("main").getByRole("listitem").count()).toBe(0);
  await addMember("viewer");
  // With one farm the list is skipped.
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
});

test("lets a viewer leave after typing the name, and an owner unlist and restore a farm", async () => {
  await addMember("viewer");
  const page = await openList("/farms");
  await page.getByRole("button", { name: "Leave Sunny Acres …" }).click();
  const leave = page.getByRole("dialog").getByRole("button", { name: "Leave this farm" });
  await expectSoon(() => leave.isDisabled(), true);
  await page.getByLabel("Type the farm's name to confirm").fill("Sunny Acres");
  await leave.click();
  await page.getByText("You're not a member of a farm yet.").waitFor();
  await expectSoon(standing, [null, null]);

  await addMember("owner");
  await page.getByRole("button", { name: "Leave Sunny Acres …" }).click();
  await page.getByRole("dialog").getByText(farmPath(farm)).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove from list" }).click();
  await page.getByText("You're not a member of a farm yet.").waitFor();
  await expectSoon(standing, ["owner", null]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sunny Acres" }).waitFor();
  await expectSoon(standing, ["owner", true]);
});

test("shows a removed and restored member the change, and lets them unlist a lost farm", async () => {
  await addMember("viewer");
  const installClock = (fresh: Page): Promise<void> => fresh.clock.install();
  const { page } = await visit(farmPath(farm), person, {}, installClock);
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  const list = await openList("/farms", installClock);
  const listed = list.getByRole("main").getByRole("link", { name: "Sunny Acres" });
  await listed.waitFor();
  await removeMember();
  await page.getByText("You're no longer a member of Sunny Acres.").waitFor();
  await list.getByText("This farm was deleted, or you're no longer a member.").waitFor();
  expect(await listed.count()).toBe(0);

  await addMember("viewer");
  // Both ask every ten seconds.
  for (const opened of [list, page]) await opened.clock.runFor(10_000);
  await listed.waitFor();
  await page.getByRole("link", { name: "Tomatoes" }).first().waitFor();
  await expectSoon(() => page.title(), "Sunny Acres · Greenhouses");

  // The start page still leads to the only farm on the list.
  await removeMember();
  await go(page, "/");
  await page.getByText("This farm doesn't exist, or you're not a member.").waitFor();
  await page.getByRole("link", { name: "Go to your farms" }).click();
  await page.getByRole("button", { name: `Remove from list: ${farm.id}` }).click();
  await page.getByText("You're not a member of a farm yet.").waitFor();
  await expectSoon(standing, [null, null]);
});

const CLOSED = "Only people approved by the operator of this site can create farms.";

test("tells people who may not create farms so instead of the form, at once", async () => {
  const { database: own, useIn } = await openOwnDatabase();
  const { page } = await visit("/", person, {}, useIn);
  const answers = await controlAnswers(page);
  const name = page.getByLabel("Farm name");
  const create = page.getByRole("button", { name: "Create a farm" });
  await name.waitFor();
  // The page does not know yet that the form must disappear.
  answers.hold();
  await own.put("settings/farmCreation", "listed");
  await name.fill("New Acres");
  await create.click();
  answers.release();
  await page.locator(".notice").getByText(CLOSED).waitFor();
  await page.getByRole("main").getByText(CLOSED).waitFor();
  expect(await name.count()).toBe(0);
  expect(await own.get("farms")).toBeNull();

  await page.reload();
  await page.getByText(CLOSED).waitFor();
  expect(await name.count()).toBe(0);
  await own.put(`farmCreators/${person.uid}`, true);
  await name.fill("New Acres");
  await create.click();
  await page.getByRole("heading", { name: "New Acres", level: 1 }).waitFor();
});

const TOKEN = "t".repeat(32);
const WEEK = 7 * 86_400_000;

/** Stores an invitation like an owner's page does. @returns the path of the link */
async function invitationLink(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const facts = { role: "viewer", expiresAt: Date.now() + WEEK, farmName: "Sunny Acres" };
  await database.put(`invitations/${farm.id}/${TOKEN}`, {
    ...facts,
    by: farm.owner.uid,
    byName: "Maria",
    ...changes,
  });
  return `/join/${farm.id}/${TOKEN}`;
}

test("lets a person with a link sign up, join under a name, and enter the farm", async () => {
  const { page } = await visit(await invitationLink());
  await page.getByText("You've been invited to a farm.").waitFor();
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("E-mail address").fill(`nina-${farm.id}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("greenhouse");
  await page.getByRole("button", { name: "Create an account" }).click();

  await page.getByText("Maria invites you to Sunny Acres.").waitFor();
  await page.getByText("You become a viewer").waitFor();
  expect(await page.title()).toBe("Invitation · Greenhouses");
  expect(await page.getByLabel("Your name").inputValue()).toBe(`nina-${farm.id}`);
  await page.getByLabel("Your name").fill("Nina");
  await page.getByRole("button", { name: "Join farm" }).click();
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  await page.getByText("You're now a member of Sunny Acres.").waitFor();

  const { usedBy } = (await database.get(`invitations/${farm.id}/${TOKEN}`)) as { usedBy: string };
  expect(await database.get(`farms/${farm.id}/members/${usedBy}`)).toBe("viewer");
  expect(await database.get(`farms/${farm.id}/names/${usedBy}`)).toBe("Nina");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByText("Nina", { exact: true }).waitFor();
  expect(await page.title()).toBe("Settings · Sunny Acres · Greenhouses");
  expect(await page.evaluate("document.activeElement.id")).toBe("content");
});

test("explains an invalid link and offers another way", async () => {
  const link = await invitationLink({ usedBy: farm.viewer.uid });
  const { page } = await visit(link, person);
  await page.getByText("This invitation has already been used").waitFor();
  await invitationLink({ expiresAt: Date.now() - WEEK });
  await page.getByText("This invitation has expired").waitFor();
  await database.put(`invitations/${farm.id}/${TOKEN}`, null);
  await page.getByText("It was withdrawn, it expired long ago, or the link is wrong").waitFor();
  await invitationLink({ by: farm.viewer.uid });
  // Works however long the refusal takes.
  const answers = await controlAnswers(page);
  const join = page.getByRole("button", { name: "Join farm" });
  await join.waitFor();
  answers.hold();
  await join.click();
  await page.getByRole("button", { name: "Joining …" }).waitFor();
  answers.release();
  await page.getByText("This invitation no longer works.").waitFor();
  await expectSoon(standing, [null, null]);
  // The person becomes a member, and no reload is needed.
  await addMember("owner");
  await page.getByText("You're already a member of this farm.").waitFor();
  await page.getByRole("link", { name: "Go to the farm" }).waitFor();
  await page.goto(new URL(link.slice(0, -1), page.url()).href);
  await page.getByText("This link is incomplete.").waitFor();
  await page.getByRole("link", { name: "Go to your farms" }).click();
  await page.getByRole("heading", { name: "Your farms" }).waitFor();
});

test("uses German in German browsers, and remembers another language", async () => {
  const { page } = await visit("/", undefined, { locale: "de-AT" });
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  expect(await page.getAttribute("html", "lang")).toBe("de");
  await page.getByLabel("E-Mail-Adresse").fill(person.email);
  await page.getByLabel("Passwort", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByText("Sie sind noch in keinem Betrieb Mitglied.").waitFor();
  await page.getByRole("button", { name: "Betrieb anlegen" }).waitFor();

  await page.locator("summary", { hasText: "Konto" }).click();
  await page.getByRole("button", { name: "Abmelden" }).click();
  await page.getByLabel("Sprache").selectOption("en");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("explains an owner's own link; opens a farm that waited for the connection only on the list", async () => {
  const { page } = await visit(await invitationLink(), farm.owner);
  await page.getByText("You created this invitation.").waitFor();
  await page.getByRole("link", { name: "Go to members" }).click();
  await page.getByRole("heading", { name: "Members" }).waitFor();

  await page.getByRole("link", { name: "Greenhouses" }).click();
  await page.getByText("Everything is fine").waitFor();
  await page.locator("details.account summary").click();
  await page.getByRole("link", { name: "Your farms" }).click();
  await page.getByLabel("Farm name").waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Offline\. Showing values/).waitFor();
  await page.getByLabel("Farm name").fill("Late Acres");
  await page.getByRole("button", { name: "Create a farm" }).click();
  await page.goBack();
  await page.getByRole("article", { name: "Tomatoes" }).waitFor();
  await page.context().setOffline(false);
  const listed = async (): Promise<number> =>
    Object.keys((await database.get(`users/${farm.owner.uid}/farms`)) as object).length;
  await expectSoon(listed, 2);
  await page.getByText(/^Offline\. Showing values/).waitFor({ state: "detached" });
  await page.getByText(/changes? not saved yet/).waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(farmPath(farm));
});

test("never calls a new farm without limits fine; a checklist leads through four steps and disappears", async () => {
  const { page, complaints } = await visit("/", person);
  await page.getByLabel("Farm name").fill("New Acres");
  await page.getByRole("button", { name: "Create a farm" }).click();
  const steps = page.getByRole("region", { name: /^First steps/ });
  await page.getByRole("heading", { name: "First steps: 0 of 4 done" }).waitFor();
  await steps.getByRole("link", { name: "Add a greenhouse" }).click();
  await page.getByLabel("Greenhouse name").fill("Cucumbers");
  await page.getByLabel("Limits to start with").selectOption("No limits");
  await page.getByText("Nothing is checked until you set limits.").waitFor();
  await page.getByRole("button", { name: "Add a greenhouse" }).click();
  await page.getByRole("heading", { name: "First steps: 1 of 4 done" }).waitFor();

  const [id] = Object.keys((await database.get(`users/${person.uid}/farms`)) as object);
  const all = (await database.get("greenhouses")) as Record<string, { farmId: string }>;
  const [greenhouse] = Object.entries(all).find(([, stored]) => stored.farmId === id)!;
  expect(all[greenhouse]).toEqual({ name: "Cucumbers", farmId: id });
  const uid = `air-${greenhouse}`;
  await database.patch({
    [`registeredSensors/${uid}`]: {
      sensorName: "Air",
      sensorType: "SHT31",
      farmId: id,
      greenhouse,
    },
    [`sensors/${greenhouse}/bySensor/${uid}`]: { sensorName: "Air", temperature: -12 },
    [`lastSeen/${id}/${uid}/temperature`]: Date.now(),
  });
  await page.getByRole("heading", { name: "First steps: 2 of 4 done" }).waitFor();
  const state = page.getByRole("region", { name: "Status" });
  const card = page.getByRole("article", { name: "Cucumbers" });
  await state.getByText("No limits set, so nothing is checked.").waitFor();
  await state.getByText("Alerts are off.").waitFor();
  await card.getByText("Not checked", { exact: true }).waitFor();
  expect(await page.locator("main .well").count()).toBe(0);
  expect(await page.getByText(/\bfine\b/i).count()).toBe(0);
  await card.getByRole("link", { name: "Cucumbers" }).click();
  await state.getByText("No limits set, so nothing is checked.").waitFor();
  expect(await page.getByText(/\bfine\b/i).count()).toBe(0);

  await state.getByRole("link", { name: "Set limits" }).click();
  await page.getByLabel("Lowest").first().fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Greenhouses", exact: true }).click();
  await page.getByRole("heading", { name: "First steps: 3 of 4 done" }).waitFor();
  await card.getByText("Alarm", { exact: true }).waitFor();
  await state.getByRole("link", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "Switch alerts on" }).click();
  await page.getByRole("link", { name: "Greenhouses", exact: true }).click();
  await card.waitFor();
  await steps.waitFor({ state: "detached" });
  await database.put(`sensors/${greenhouse}/bySensor/${uid}/temperature`, 9);
  await state.getByText("Everything is fine").waitFor();
  await card.getByText("Fine", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
