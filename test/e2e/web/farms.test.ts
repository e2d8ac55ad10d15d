/** The sign-in, a person's list of farms, and the ways into a farm: creating it, and an invitation by link. */

import type { Page } from "playwright-core";
import { memberRemoval } from "@greenhouse/domain/identity/members";
import { databaseClient } from "../../support/backend/database-client";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { addPageFarm, addPeople, addPerson, deleteAccount } from "../../support/web/farm";
import type { PageFarm, People, Person } from "../../support/web/farm";
import { endTokenIn, farmPath, go, signIn, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let people: People;
let farm: PageFarm;
let person: Person;
beforeAll(async () => {
  people = await addPeople();
});
beforeEach(async () => {
  farm = await addPageFarm(database, {}, people);
  person = await addPerson("guest");
});

async function addMember(role: "owner" | "viewer", { uid }: Pick<Person, "uid">): Promise<void> {
  await database.patch({
    [`farms/${farm.id}/members/${uid}`]: role,
    [`users/${uid}/farms/${farm.id}`]: true,
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

test("asks for the sign-in at a pasted link, refuses wrong credentials, then shows the link's view", async () => {
  const { page } = await visit(farmPath(farm, "g", farm.tomatoes));
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.textContent("body")).not.toContain("Sunny Acres");
  const [email, password] = ["E-mail address", "Password"].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  await email!.fill(farm.viewer.email);
  await password!.fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The e-mail address or the password is wrong.").waitFor();
  await password!.fill(farm.viewer.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Tomatoes", level: 1 }).waitFor();
});

test("skips a list with one farm, and lets an owner unlist and restore it; leaves nothing after signing out", async () => {
  await addMember("owner", person);
  const { page } = await visit("/", person);
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(farmPath(farm));
  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByRole("link", { name: "Your farms" }).click();
  await page.locator("details.account[open]").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Leave Sunny Acres …" }).click();
  await page.getByRole("dialog").getByText(farmPath(farm)).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Remove from list" }).click();
  await page.getByText("You're not a member of a farm yet.").waitFor();
  await expectSoon(standing, ["owner", null]);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sunny Acres" }).click();
  await expectSoon(standing, ["owner", true]);
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();

  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.textContent("body")).not.toContain("Sunny Acres");
  const isKept = async (): Promise<boolean> =>
    (await page.evaluate<string>("JSON.stringify(localStorage)")).includes(person.uid);
  await expectSoon(isKept, false);
  await expectSoon(() => page.title(), "Sign in · Greenhouses");

  const next = await addPerson("next");
  await signIn(page, next);
  await page.getByText("You're not a member of a farm yet.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  // The farms of other people.
  await go(page, farmPath(farm));
  await page.getByText("This farm doesn't exist, or you're not a member.").waitFor();

  // A token stays valid after its account was deleted.
  await deleteAccount(next);
  await page.reload();
  // Only on the emulators.
  await page.getByRole("button", { name: "Olga Owner (owner)" }).click();
  // The end of the sign-in would close the menu.
  await page.getByText("This farm doesn't exist, or you're not a member.").waitFor();
  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByText("Signed in as Olga Owner").waitFor();
});

test("reads with the stored token over one socket at a later visit, and renews an expired token", async () => {
  const { page } = await visit(farmPath(farm), farm.viewer);
  const heading = page.getByRole("heading", { name: "Sunny Acres", level: 1 });
  await heading.waitFor();
  await page.evaluate(endTokenIn(0));
  await page.reload();
  await heading.waitFor();

  // Without the code of sign-ins.
  await page.route("**/assets/session-*.js", (route) => route.abort());
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await page.evaluate('indexedDB.deleteDatabase("farm-page")');
  await page.reload();
  await heading.waitFor();
  expect(sockets).toHaveLength(1);
  // Without a valid token the page reads nothing before it checks the account.
  await page.evaluate(endTokenIn(0));
  await page.reload();
  await expectSoon(() => Promise.resolve(sockets.length), 2);
  await page.getByText("Couldn't start the page").waitFor();
});

test("shows a removed and restored member the change, and lets them unlist a lost farm", async () => {
  await addMember("viewer", person);
  const installClock = (fresh: Page): Promise<void> => fresh.clock.install();
  const { page } = await visit(farmPath(farm), person, {}, installClock);
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  const { page: list } = await visit("/farms", person, {}, installClock);
  const listed = list.getByRole("main").getByRole("link", { name: "Sunny Acres" });
  await listed.waitFor();
  await removeMember();
  await page.getByText("You're no longer a member of Sunny Acres.").waitFor();
  await list.getByText("This farm was deleted, or you're no longer a member.").waitFor();

  await addMember("viewer", person);
  // Both ask every ten seconds.
  for (const opened of [list, page]) await opened.clock.runFor(10_000);
  await listed.waitFor();
  await page.getByRole("link", { name: "Tomatoes" }).first().waitFor();

  // The start page still leads to the only farm on the list.
  await removeMember();
  await go(page, "/");
  await page.getByText("This farm doesn't exist, or you're not a member.").waitFor();
  await page.getByRole("link", { name: "Go to your farms" }).click();
  await page.getByRole("button", { name: `Remove from list: ${farm.id}` }).click();
  await page.getByText("You're not a member of a farm yet.").waitFor();
  await expectSoon(standing, [null, null]);
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

test("lets a person with a link sign up, join under a name, and enter the farm; explains an invalid link", async () => {
  const { page, complaints } = await visit(await invitationLink());
  await page.getByText("You've been invited to a farm.").waitFor();
  await page.getByRole("button", { name: "Create an account" }).click();
  const email = page.getByLabel("E-mail address");
  const password = page.getByLabel("Password", { exact: true });
  await email.fill("nina");
  await password.fill("short");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByText("Enter a valid e-mail address.").waitFor();
  await page.getByText("Use at least 6 characters.").waitFor();
  expect(complaints).toEqual([]);
  await email.fill(`nina-${farm.id}@example.com`);
  await password.fill("greenhouse");
  await page.getByRole("button", { name: "Create an account" }).click();

  await page.getByText("Maria invites you to Sunny Acres.").waitFor();
  await page.getByLabel("Your name").fill("Nina");
  await page.getByRole("button", { name: "Join farm" }).click();
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  await page.getByText("You're now a member of Sunny Acres.").waitFor();

  const { usedBy } = (await database.get(`invitations/${farm.id}/${TOKEN}`)) as { usedBy: string };
  expect(await database.get(`farms/${farm.id}/names/${usedBy}`)).toBe("Nina");

  const list = { [`users/${usedBy}/farms/${farm.id}`]: null };
  await database.patch({ ...memberRemoval(farm.id, usedBy), ...list });
  await go(page, await invitationLink({ usedBy: farm.viewer.uid }));
  await page.getByText("This invitation has already been used").waitFor();
  await invitationLink({ by: farm.viewer.uid });
  await page.getByRole("button", { name: "Join farm" }).click();
  await page.getByText("This invitation no longer works.").waitFor();
  // The person becomes a member, and no reload is needed.
  await addMember("owner", { uid: usedBy });
  await page.getByText("You're already a member of this farm.").waitFor();
});

test("uses German in German browsers, and remembers another language", async () => {
  const { page } = await visit("/", undefined, { locale: "de-AT" });
  await page.getByRole("heading", { name: "Anmelden" }).waitFor();
  await expectSoon(() => page.getAttribute("html", "lang"), "de");
  await page.getByLabel("E-Mail-Adresse").fill(person.email);
  await page.getByLabel("Passwort", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByText("Sie sind noch in keinem Betrieb Mitglied.").waitFor();
  await page.locator("summary", { hasText: "Konto" }).click();
  await page.getByLabel("Sprache").selectOption("en");
  await page.getByText("You're not a member of a farm yet.").waitFor();
  await page.reload();
  await page.getByText("You're not a member of a farm yet.").waitFor();
});

test("never calls a new farm without limits fine; a checklist leads through five steps and disappears", async () => {
  const { page, complaints } = await visit("/", person);
  await page.getByLabel("Farm name").fill("New Acres");
  await page.getByRole("button", { name: "Create a farm" }).click();
  const steps = page.getByRole("region", { name: /^First steps/ });
  await page.getByRole("heading", { name: "First steps: 0 of 5 done" }).waitFor();
  await steps.getByRole("link", { name: "Add a greenhouse" }).click();
  await page.getByLabel("Greenhouse name").fill("Cucumbers");
  await page.getByLabel("Limits to start with").selectOption("No limits");
  await page.getByRole("button", { name: "Add a greenhouse" }).click();
  await page.getByRole("heading", { name: "First steps: 1 of 5 done" }).waitFor();

  const [id] = Object.keys((await database.get(`users/${person.uid}/farms`)) as object);
  const greenhousesOfFarm = async (): Promise<readonly string[]> => {
    const all = (await database.get("greenhouses")) ?? {};
    return Object.entries(all as Record<string, { farmId: string }>).flatMap(
      ([greenhouseId, { farmId }]) => (farmId === id ? [greenhouseId] : []),
    );
  };
  await expectSoon(async () => (await greenhousesOfFarm()).length, 1);
  const [greenhouse] = await greenhousesOfFarm();
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
  await page.getByRole("heading", { name: "First steps: 2 of 5 done" }).waitFor();
  const state = page.getByRole("region", { name: "Status" });
  const card = page.getByRole("article", { name: "Cucumbers" });
  await state.getByText("No limits set, so nothing is checked.").waitFor();
  await state.getByText("Alerts are off.").waitFor();
  await card.getByText("Not checked", { exact: true }).waitFor();
  expect(await page.locator("main .well").count()).toBe(0);
  expect(await page.getByText(/\bfine\b/i).count()).toBe(0);
  await state.getByRole("link", { name: "Set limits" }).click();
  await page.getByLabel("Lowest").first().fill("2");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Greenhouses", exact: true }).click();
  await page.getByRole("heading", { name: "First steps: 3 of 5 done" }).waitFor();
  await card.getByText("Alarm", { exact: true }).waitFor();
  await state.getByRole("link", { name: "Switch on" }).click();
  await page.getByRole("button", { name: "Switch alerts on" }).click();
  await page.getByRole("link", { name: "Greenhouses", exact: true }).click();
  await card.waitFor();
  await page.getByRole("heading", { name: "First steps: 4 of 5 done" }).waitFor();
  await database.put(`users/${person.uid}/alerts/email`, true);
  await steps.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
