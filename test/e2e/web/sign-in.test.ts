/** Strangers see only the sign-in. After it, they see the view at the address. */

import { databaseClient } from "../../support/backend/database-client";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { addPageFarm, addPerson, deleteAccount } from "../../support/web/farm";
import type { PageFarm } from "../../support/web/farm";
import { endTokenIn, farmPath, signIn, useVisitors } from "../../support/web/visit";

const database = databaseClient();
const { visit } = useVisitors();
let farm: PageFarm;
beforeAll(async () => {
  farm = await addPageFarm(database);
});

test("asks for the sign-in at a pasted link, then shows its view", async () => {
  const { page, complaints } = await visit(farmPath(farm, "g", farm.tomatoes));
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.textContent("body")).not.toContain("Sunny Acres");

  const { email, password } = farm.viewer;
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");

  await page.getByRole("heading", { name: "Tomatoes", level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

test("refuses invalid credentials before sending and wrong ones by the server; has demo buttons", async () => {
  const { page, complaints } = await visit("/");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByLabel("E-mail address").fill("somebody");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByText("Enter a valid e-mail address.").waitFor();
  await page.getByText("Use at least 6 characters.").waitFor();
  expect(complaints).toEqual([]);

  await page.getByRole("button", { name: "I have an account" }).click();
  await page.getByLabel("E-mail address").fill(farm.owner.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("The e-mail address or the password is wrong.").waitFor();

  // Only on the emulators.
  await page.getByRole("button", { name: "Vito Viewer (viewer)" }).waitFor();
  await page.getByRole("button", { name: "Olga Owner (owner)" }).click();
  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByText("Signed in as Olga Owner").waitFor();
});

test("skips a list with one farm; leaves nothing after signing out, and starts the next person afresh", async () => {
  const { page } = await visit("/", farm.owner);
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(farmPath(farm));

  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByRole("link", { name: "Your farms" }).click();
  await page.getByRole("heading", { name: "Your farms" }).waitFor();
  await page.getByRole("button", { name: "Create a farm" }).waitFor();
  await page.locator("details.account[open]").waitFor({ state: "detached" });
  await page.getByRole("main").getByRole("link", { name: "Sunny Acres" }).click();
  await page.getByRole("heading", { name: "Sunny Acres", level: 1 }).waitFor();

  await page.getByRole("link", { name: "Sensors" }).click();
  await page.getByRole("heading", { name: "Sensors", level: 1 }).waitFor();
  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();

  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.textContent("body")).not.toContain("Sunny Acres");
  expect(await page.evaluate("JSON.stringify(localStorage)")).not.toContain(farm.owner.uid);

  await expectSoon(() => page.title(), "Sign in · Greenhouses");
  await signIn(page, await addPerson("next"));
  await page.getByText("You're not a member of a farm yet.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("reads with the stored token over one socket at a later visit, without the code of sign-ins", async () => {
  const { page } = await visit(farmPath(farm), farm.viewer);
  const heading = page.getByRole("heading", { name: "Sunny Acres", level: 1 });
  await heading.waitFor();
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

test("renews an expired token", async () => {
  const { page } = await visit(farmPath(farm), farm.viewer);
  const heading = page.getByRole("heading", { name: "Sunny Acres", level: 1 });
  await heading.waitFor();
  await page.evaluate(endTokenIn(0));
  await page.reload();
  await heading.waitFor();
});

test("signs out a deleted account soon, although its token is valid", async () => {
  const leaver = await addPerson("leaver");
  const { page } = await visit("/", leaver);
  await page.getByText("You're not a member of a farm yet.").waitFor();
  await deleteAccount(leaver);
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("signs in and stays signed in on a full device", async () => {
  const { page } = await visit(farmPath(farm));
  const devTools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devTools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 8000 });
  await signIn(page, farm.owner);
  const heading = page.getByRole("heading", { name: "Sunny Acres", level: 1 });
  await heading.waitFor();
  await page.reload();
  await heading.waitFor();
  await page.locator("summary", { hasText: "Account" }).click();
  await page.getByText("Signed in as").waitFor();
});

test("does not show other people's farms, and says so", async () => {
  const stranger = await addPerson("stranger");
  const { page } = await visit(farmPath(farm), stranger);
  await page.getByText("This farm doesn't exist, or you're not a member.").waitFor();
});

test("lets a person without a farm create one and own it", async () => {
  const { page, complaints } = await visit("/", await addPerson("founder"));
  await page.getByText("You're not a member of a farm yet.").waitFor();
  await page.getByLabel("Farm name").fill("New Acres");
  await page.getByRole("button", { name: "Create a farm" }).click();
  await page.getByRole("heading", { name: "New Acres", level: 1 }).waitFor();
  await page.getByLabel("Greenhouse name").fill("Cucumbers");
  await page.getByRole("button", { name: "Add a greenhouse" }).click();
  await page.getByRole("link", { name: "Cucumbers" }).waitFor();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByText("You're the only member. Invite others with a link.").waitFor();
  expect(complaints).toEqual([]);
});
