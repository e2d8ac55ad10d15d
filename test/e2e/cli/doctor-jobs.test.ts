/**
 * The doctor's report about the jobs: when they ran, what is waiting, which channel fails, and who
 * cannot be reached.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { randomUUID } from "node:crypto";
import { formatMinute } from "../../../tools/cli/src/core/time";
import { DATABASE_ADDRESS } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { farm } from "../../support/cli/farm-command";
import { addPerson } from "../../support/web/farm";
import type { Person } from "../../support/web/farm";

const PUSH_KEY = "B".padEnd(87, "A");
const DEVICE = {
  endpoint: "https://push.example.org/1",
  keys: { p256dh: PUSH_KEY, auth: "A".repeat(22) },
};
const SETTINGS = { silentAfterMinutes: 30, lowBatteryPercent: 20 };
const HOOK = { url: "https://example.org/hook", secret: "whsec_x" };

let database: ReturnType<typeof databaseClient>;
let args: string[];
let olga: Person;
let unconfirmed: Person;

beforeAll(async () => {
  [olga, unconfirmed] = [await addPerson("olga", true), await addPerson()];
});

beforeEach(async () => {
  const namespace = `jobs-${randomUUID()}`;
  database = databaseClient(namespace);
  args = ["--database-url", `http://${DATABASE_ADDRESS}?ns=${namespace}`, "--read-only"];
  const now = Date.now();
  await database.patch({
    "farms/oak": { name: "Oak", members: { [olga.uid]: "owner" } },
    "alertSettings/oak": SETTINGS,
    alertService: { lookedAt: now, foldedAt: now, email: true, push: PUSH_KEY },
    [`users/${olga.uid}`]: { farms: { oak: true }, alerts: { email: true } },
  });
});

const NAMES = [
  "watchFarms",
  "foldReadings",
  "outbox",
  "e-mail",
  "push",
  "webhook",
  "recipients",
] as const;

interface Check {
  readonly name: string;
  readonly state: string;
  readonly detail: string;
  readonly remedy?: string;
}

async function examine(): Promise<Readonly<Record<(typeof NAMES)[number], Check>>> {
  const { stdout } = await farm(["doctor", "--json", ...args]);
  const { checks } = JSON.parse(stdout) as { checks: readonly Check[] };
  return Object.fromEntries(checks.map((check) => [check.name, check])) as never;
}

async function states(): Promise<readonly string[]> {
  const found = await examine();
  return NAMES.flatMap((name) => (found[name] as Check | undefined)?.state ?? []);
}

test("running jobs and a farm whose owner gets e-mail are healthy", async () => {
  expect(await states()).toEqual(NAMES.map(() => "ok"));
});

test("reports old messages in the outbox, and each channel that fails or is not offered", async () => {
  const at = Date.now() - 60 * MINUTE_MS;
  const to = {
    webhook: { attempts: 7, nextAt: at },
    [`email,${olga.uid}`]: { attempts: 1, nextAt: at },
  };
  // More farms than fit on a page.
  const farms = Array.from({ length: 11 }, (_, index) => [`farm-${index}`, { "-a": { at, to } }]);
  await database.patch({
    "alertService/email": null,
    alertOutbox: {
      ...Object.fromEntries(farms),
      oak: { "-a": { at: at + 5 * MINUTE_MS, to: { webhook: to.webhook } } },
    },
    "alerts/oak/undelivered": {
      webhook: { at, problem: "The receiver answered with status 500." },
      [`push,phone,${olga.uid}`]: { at: at - 1, problem: "It is gone." },
      [`push,tablet,${olga.uid}`]: { at, problem: "It took too long." },
    },
  });
  const found = await examine();
  expect(found.outbox).toMatchObject({
    state: "warning",
    detail: `12 messages wait, the oldest since ${formatMinute(at)}: farm-0 1, farm-1 1, farm-10 1, farm-2 1, farm-3 1 and 7 more. Tried up to 7 times, most by webhook.`,
  });
  expect(found["e-mail"]).toMatchObject({ state: "skipped", detail: "The jobs do not send it." });
  const words = `Messages of oak were not delivered. The last problem, for a message of ${formatMinute(at)}:`;
  expect(found.push).toMatchObject({ state: "warning", detail: `${words} It took too long.` });
  expect(found.webhook.detail).toBe(`${words} The receiver answered with status 500.`);
});

test("reports farms that nobody is notified of, and why, unless they have a webhook", async () => {
  const farm = (id: string, { uid }: Person, alerts?: object): Record<string, unknown> => ({
    [`farms/${id}`]: { name: id, members: { [uid]: "owner" } },
    [`alertSettings/${id}`]: SETTINGS,
    [`users/${uid}/farms/${id}`]: true,
    ...(alerts && { [`users/${uid}/alerts`]: alerts }),
  });
  const people = await Promise.all(Array.from({ length: 4 }, () => addPerson()));
  const [lea, mia, nora, pia] = people as [Person, Person, Person, Person];
  await database.patch({
    "alertService/push": null,
    ...farm("ash", lea),
    ...farm("elm", mia, { email: true, farms: { elm: false } }),
    ...farm("fir", unconfirmed, { email: true }),
    ...farm("nut", nora, { email: true }),
    [`users/${nora.uid}/farms/nut`]: null,
    ...farm("yew", pia, { push: { phone: DEVICE } }),
    ...farm("zea", pia),
    "alertSettings/zea": { ...SETTINGS, webhook: HOOK },
  });
  const { state, detail, remedy } = (await examine()).recipients;
  const farms = [
    "ash (nobody has switched on a channel)",
    "elm (the recipients have muted this farm)",
    "fir (the e-mail address is not confirmed)",
    "nut (the recipients do not have the farm on their list)",
    "yew (the jobs do not send on the channels that are on)",
  ];
  expect([state, detail]).toEqual(["warning", `Alerts of ${farms.join(", ")} reach nobody.`]);
  expect(remedy).toMatch(/^`farm member list ash` shows the members\. .* webhook there\.$/);
});
