/** Who is notified of a farm's alerts, and when: shown, and chosen for one person. */

import { randomUUID } from "node:crypto";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import * as command from "../../support/cli/farm-command";
import { addPerson } from "../../support/cli/people";
import type { TestPerson } from "../../support/cli/people";
import { openTestDatabase, RULES } from "../../support/database";
import { loadRules } from "../../support/rules-client/requests";

const namespace = `test-${randomUUID()}`;
const database = databaseClient(namespace);
const AT = ["--database-url", `http://${DATABASE_ADDRESS}?ns=${namespace}`];
const notify = (...args: string[]) => command.farm(["alerts", "notify", farmId, ...args, ...AT]);
const notifyJson = (...args: string[]) =>
  command.farmJson(["alerts", "notify", farmId, ...args, ...AT]);
const notifyError = (...args: string[]) =>
  command.farmError(["alerts", "notify", farmId, ...args, ...AT]);

const PUSH_KEY = "B".padEnd(87, "A");
const DEVICE = {
  endpoint: "https://push.example.org/1",
  keys: { p256dh: PUSH_KEY, auth: "A".repeat(22) },
};

let farmId: string;
let olga: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  await loadRules({ ...(await openTestDatabase()), namespace }, RULES);
  [olga, ben] = [await addPerson(), await addPerson(false)];
});

beforeEach(async () => {
  farmId = `f-${randomUUID()}`;
  await command.farmJson(["create", farmId, "--owner", olga.uid, ...AT]);
  await database.patch({
    alertService: { lookedAt: Date.now(), email: true, push: PUSH_KEY },
    [`alertSettings/${farmId}`]: { silentAfterMinutes: 30, lowBatteryPercent: 20 },
    [`farms/${farmId}/members/${ben.uid}`]: "viewer",
    [`farms/${farmId}/names`]: { [olga.uid]: "Olga", [ben.uid]: "Ben" },
    [`users/${ben.uid}`]: { farms: { [farmId]: true } },
    [`users/${olga.uid}/alerts`]: { email: true, push: { phone: DEVICE } },
  });
});

const rows = async (): Promise<unknown> => {
  const shown = (await notifyJson()) as readonly Readonly<Record<string, unknown>>[];
  const pick = ({ name, afterMinutes, email, devices, isReached }: (typeof shown)[number]) => [
    name,
    afterMinutes,
    email,
    devices,
    isReached,
  ];
  return shown.map(pick).toSorted((a, b) => String(b[0]).localeCompare(String(a[0])));
};

test("each person's choice, and whether messages reach them", async () => {
  expect(await rows()).toEqual([
    ["Olga", 0, "on", 1, true],
    ["Ben", 0, "off", 0, false],
  ]);
  await database.put(`users/${ben.uid}/alerts`, { email: true });
  expect(await rows()).toMatchObject([{}, ["Ben", 0, "address not confirmed", 0, false]]);
  await database.put("alertService", { lookedAt: Date.now() });
  expect(await rows()).toEqual([
    ["Olga", 0, "not sent by the jobs", 1, false],
    ["Ben", 0, "not sent by the jobs", 0, false],
  ]);
  const { stdout, stderr } = await notify();
  expect(stdout).toMatch(/^MEMBER +NOTIFIED +E-MAIL +PUSH$/m);
  expect(stdout).toMatch(/^Olga +at once +not sent by the jobs +not sent by the jobs$/m);
  expect(stderr).toContain("No message reaches");
  expect(stderr).toContain("Each person switches e-mail and push messages on for themselves");
});

test("is changed for one person, and taken back", async () => {
  const path = `users/${ben.uid}/alerts/farms/${farmId}`;
  expect(await notifyJson("--person", ben.email, "--after", "15")).toMatchObject([
    { uid: ben.uid, name: "Ben", afterMinutes: 15 },
  ]);
  expect(await database.get(path)).toEqual({ afterMinutes: 15, since: expect.any(Number) });
  expect((await notify()).stdout).toMatch(
    /^Ben +after 15 minutes, unless acknowledged +off +off$/m,
  );
  expect(await notifyJson("--person", ben.uid, "--mute")).toMatchObject([{ afterMinutes: null }]);
  expect(await database.get(path)).toBe(false);
  expect((await notify("--person", ben.uid)).stdout).toMatch(/^Ben +no \(muted\) +off +off$/m);
  await notifyJson("--person", ben.uid, "--after", "0");
  expect(await database.get(path)).toBeNull();
});

test("says that nobody is notified at once", async () => {
  const { stderr } = await notify("--person", olga.uid, "--after", "30");
  expect(stderr).toBe("");
  expect((await notify()).stderr).toContain(
    "Nobody is notified at once: the first hears of it after 30 minutes.\n",
  );
});

test("says that a farm is not watched, or has a webhook", async () => {
  const hook = { url: "https://example.org/hook", secret: "whsec_" + "A".repeat(32) };
  await database.put(`alertSettings/${farmId}/webhook`, hook);
  expect((await notify("--person", olga.uid)).stderr).toBe(
    "The farm's webhook gets each message too.\n",
  );
  await database.put(`alertSettings/${farmId}`, null);
  expect((await notify("--person", olga.uid)).stderr).toContain(
    `${farmId} is not watched: nobody is notified. Switch it on: \`farm alerts settings ${farmId} --silent-after 30\``,
  );
});

test("wrong values are refused, and say what to do", async () => {
  expect(await notifyError("--person", ben.uid, "--after", "7")).toMatchObject({
    code: 2,
    error: expect.stringContaining("Allowed choices are 0, 5, 15, 30."),
  });
  expect(await notifyError("--after", "5")).toEqual({
    code: 2,
    error: "Each person chooses for themselves: say whose choice it is with --person <email|uid>.",
    hint: `Who is a member: \`farm member list ${farmId}\``,
  });
  expect(await notifyError("--person", ben.uid, "--after", "5", "--mute")).toEqual({
    code: 2,
    error: "--mute goes without --after.",
  });
  const stranger = await addPerson();
  expect(await notifyError("--person", stranger.email)).toMatchObject({
    code: 1,
    error: `${stranger.email} is no member of ${farmId}.`,
  });
  await database.put(`users/${ben.uid}/farms`, null);
  expect(await notifyError("--person", ben.uid, "--after", "5")).toEqual({
    code: 1,
    error: `Ben does not have ${farmId} on their list of farms, so nothing can be chosen for it.`,
    hint: `An invitation link puts it there again: \`farm invite ${farmId}\``,
  });
});
