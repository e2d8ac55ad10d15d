/** A person's list of farms: owners invite, and the person accepts, declines or leaves. */

import type { Page } from "playwright-core";
import { databaseClient } from "../../support/backend/database-client";
import { expectSoon } from "../../support/polling";
import { controlAnswers } from "../../support/web/answers";
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

/** The person's membership in the farm, and the farm's entry on the person's list. */
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

  const name = invitation(page).getByLabel("Your name, for its members");
  expect(await name.inputValue()).toBe(person.email.split("@")[0]);
  await name.fill(" ");
  await page.getByRole("button", { name: "Accept: Sunny Acres" }).click();
  await invitation(page).getByText("This must not be empty.").waitFor();
  await name.fill("Nina");
  await page.getByRole("button", { name: "Accept: Sunny Acres" }).click();
  // With one farm the list is skipped.
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  await page.getByText("Sunny Acres is on your list.").waitFor();
  await expectSoon(standing, ["viewer", true]);
  expect(await database.get(`farms/${farm.id}/names/${person.uid}`)).toBe("Nina");
});

test("an invitation is declined: a viewer is no member any more, an owner takes it off the list", async () => {
  await invite("viewer");
  const page = await openList();
  await page.getByRole("button", { name: "Decline: Sunny Acres" }).click();
  await page.getByText("You declined the invitation to Sunny Acres.").waitFor();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  await expectSoon(standing, [null, null]);

  await invite("owner");
  await invitation(page).getByText("as an owner").waitFor();
  // A person who has a name there is not asked for one.
  await database.put(`farms/${farm.id}/names/${person.uid}`, "Nina");
  await expectSoon(() => invitation(page).getByRole("textbox").count(), 0);
  await page.getByRole("button", { name: "Decline: Sunny Acres" }).click();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  await expectSoon(standing, ["owner", null]);
});

test("a farm is left from the list: by a viewer after typing its name, by an owner who stays one and may put it back, by a former member", async () => {
  await invite("viewer");
  await database.put(`users/${person.uid}/farms/${farm.id}`, true);
  const page = await openList("/farms");
  await page.getByRole("button", { name: "Leave Sunny Acres …" }).click();
  const leave = page.getByRole("dialog").getByRole("button", { name: "Leave this farm" });
  await expectSoon(() => leave.isDisabled(), true);
  await page.getByLabel("Type the farm's name to confirm").fill("Sunny Acres");
  await leave.click();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  await expectSoon(standing, [null, null]);

  await invite("owner");
  await database.put(`users/${person.uid}/farms/${farm.id}`, true);
  await page.getByRole("button", { name: "Leave Sunny Acres …" }).click();
  await page.getByRole("dialog").getByText(farmPath(farm)).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Take it off the list" }).click();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  await expectSoon(standing, ["owner", null]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sunny Acres" }).waitFor();
  await expectSoon(standing, ["owner", true]);

  await database.put(`farms/${farm.id}/members/${person.uid}`, null);
  await page.getByRole("button", { name: `Leave ${farm.id} …` }).click();
  await page.getByText("You are not a member of any farm yet.").waitFor();
  await expectSoon(standing, [null, null]);
});

test("somebody who is removed and added again sees the change at once, on the list and on the farm's page, which an invitation does not block", async () => {
  await invite("viewer");
  const { page } = await visit(farmPath(farm), person);
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  await expectSoon(standing, ["viewer", "invited"]);
  const list = await openList("/farms");
  await database.patch({
    [`farms/${farm.id}/members/${person.uid}`]: null,
    [`users/${person.uid}/farms/${farm.id}`]: null,
  });
  await page.getByText("You are not a member of Sunny Acres any more.").waitFor();
  await list.getByText("You are not a member of any farm yet.").waitFor();

  await invite("viewer");
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Tomatoes" }).first().waitFor();
  await invitation(list).getByText("Sunny Acres").waitFor();

  // While the list still names the farm.
  await database.patch({
    [`farms/${farm.id}/members/${person.uid}`]: null,
    [`users/${person.uid}/farms/${farm.id}`]: true,
  });
  await page.reload();
  await page.getByText("This farm does not exist, or you are not a member.").waitFor();
  await database.put(`farms/${farm.id}/members/${person.uid}`, "viewer");
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor({ timeout: 30_000 });
  await expectSoon(() => page.title(), "Sunny Acres · Greenhouses");
});

const TOKEN = "t".repeat(32);
const WEEK = 7 * 86_400_000;

/** As an owner's page stores it. @returns the path of the link */
async function invitationLink(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const facts = { role: "viewer", expiresAt: Date.now() + WEEK, farmName: "Sunny Acres" };
  await database.put(`invitations/${farm.id}/${TOKEN}`, {
    ...{ ...facts, by: farm.owner.uid, byName: "Maria" },
    ...changes,
  });
  return `/join/${farm.id}/${TOKEN}`;
}

test("whoever opens a link signs up, joins under a name, and is in the farm at once", async () => {
  const { page } = await visit(await invitationLink());
  await page.getByText("You are invited to a farm.").waitFor();
  await page.getByRole("button", { name: "New here?" }).click();
  await page.getByLabel("E-mail address").fill(`nina-${farm.id}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("greenhouse");
  await page.getByRole("button", { name: "Create an account" }).click();

  await page.getByText("Maria invites you to Sunny Acres.").waitFor();
  await page.getByText("You become a viewer").waitFor();
  expect(await page.title()).toBe("Invitation · Greenhouses");
  expect(await page.getByLabel("Your name").inputValue()).toBe(`nina-${farm.id}`);
  await page.getByLabel("Your name").fill("Nina");
  await page.getByRole("button", { name: "Join the farm" }).click();
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  await page.getByText("You are a member of Sunny Acres now.").waitFor();

  const { usedBy } = (await database.get(`invitations/${farm.id}/${TOKEN}`)) as { usedBy: string };
  expect(await database.get(`farms/${farm.id}/members/${usedBy}`)).toBe("viewer");
  expect(await database.get(`farms/${farm.id}/names/${usedBy}`)).toBe("Nina");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByText("Nina", { exact: true }).waitFor();
  expect(await page.title()).toBe("Settings · Sunny Acres · Greenhouses");
  expect(await page.evaluate("document.activeElement.id")).toBe("content");
});

test("a link that leads nowhere says why, and shows a way on", async () => {
  const link = await invitationLink({ usedBy: farm.viewer.uid });
  const { page } = await visit(link, person);
  await page.getByText("Somebody has joined with this invitation already").waitFor();
  await invitationLink({ expiresAt: Date.now() - WEEK });
  await page.getByText("This invitation was valid until").waitFor();
  await database.put(`invitations/${farm.id}/${TOKEN}`, null);
  await page.getByText("it was withdrawn or is long over, or the link is not right").waitFor();
  await invitationLink({ by: farm.viewer.uid });
  // However long the refusal takes.
  const answers = await controlAnswers(page);
  const join = page.getByRole("button", { name: "Join the farm" });
  await join.waitFor();
  answers.hold();
  await join.click();
  await page.getByRole("button", { name: "Joining …" }).waitFor();
  answers.release();
  await page.getByText("Whoever made it may be no owner of the farm now.").waitFor();
  await expectSoon(standing, [null, null]);
  // Then they become a member: no reload is needed.
  await invite("owner");
  await page.getByText("You are a member of this farm already.").waitFor();
  await page.getByRole("link", { name: "To the farm" }).waitFor();
  await page.goto(new URL(link.slice(0, -1), page.url()).href);
  await page.getByText("This link is not complete.").waitFor();
  await page.getByRole("link", { name: "To your farms" }).click();
  await page.getByRole("heading", { name: "Your farms" }).waitFor();
});

test("for German browsers the sign-in and a single invitation are in German; another language is remembered", async () => {
  await invite("owner");
  const { page } = await visit("/", undefined, { locale: "de-AT" });
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  expect(await page.getAttribute("html", "lang")).toBe("de");
  await page.getByLabel("E-Mail-Adresse").fill(person.email);
  await page.getByLabel("Passwort", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByText("Einladung: Sunny Acres").waitFor();
  await page.getByText("als Eigentümer").waitFor();
  await page.getByRole("button", { name: "Annehmen: Sunny Acres" }).waitFor();
  await page.getByRole("button", { name: "Ablehnen: Sunny Acres" }).waitFor();

  await page.locator("summary", { hasText: "Konto" }).click();
  await page.getByRole("button", { name: "Abmelden" }).click();
  await page.getByLabel("Sprache").selectOption("en");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("an owner who opens a link of their own reads whom it is for; a farm that waited for the connection opens by itself on the list alone", async () => {
  const { page } = await visit(await invitationLink(), farm.owner);
  await page.getByText("This is an invitation of your own.").waitFor();
  await page.getByRole("link", { name: "To the farm's members" }).click();
  await page.getByRole("heading", { name: "Members" }).waitFor();

  await page.getByRole("link", { name: "Greenhouses" }).click();
  await page.getByText("Everything is fine").waitFor();
  await page.locator("details.account summary").click();
  await page.getByRole("link", { name: "Your farms" }).click();
  await page.getByLabel("Name of the farm").waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^No connection since/).waitFor();
  await page.getByLabel("Name of the farm").fill("Late Acres");
  await page.getByRole("button", { name: "Create a farm" }).click();
  await page.goBack();
  await page.getByRole("article", { name: "Tomatoes" }).waitFor();
  await page.context().setOffline(false);
  const listed = async (): Promise<number> =>
    Object.keys((await database.get(`users/${farm.owner.uid}/farms`)) as object).length;
  await expectSoon(listed, 2);
  await page.getByText(/^No connection since/).waitFor({ state: "detached" });
  await page.getByText("Not stored yet").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe(farmPath(farm));
});
