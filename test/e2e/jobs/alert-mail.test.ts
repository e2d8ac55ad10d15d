/** E-mail to people: an alert, its end, a test message, and the link that stops e-mail without a sign-in. */

import { startMailCatcher } from "../../../tools/dev/mail/catcher";
import type { MailCatcher } from "../../../tools/dev/mail/catcher";
import { unsubscribe } from "../../../jobs/src/unsubscribe";
import { PEOPLE } from "../../../tools/dev/demo/demo-data";
import { fromEnvironment } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient } from "../../support/backend/database-client";
import { openTestDatabase, RULES } from "../../support/database";
import type { TestDatabase } from "../../support/database";
import { databaseOf } from "../../support/jobs/database";
import { farmRecords, frostRecords } from "../../support/jobs/farms";
import { runJobs } from "../../support/jobs/run";
import type { LogEntry } from "../../support/jobs/run";
import { loadRules } from "../../support/rules-client/requests";

const [OWNER, VIEWER] = PEOPLE;
const TOKEN = "0123456789abcdef0123456789abcdef";
const ID = "below,temperature,oak-air-0";

let database: TestDatabase;
let admin: DatabaseClient;
let mail: MailCatcher;
beforeEach(async () => {
  database = await openTestDatabase();
  await loadRules(database, RULES);
  admin = databaseClient(database.namespace, `${database.host}:${database.port}`);
  mail = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
  const members = [OWNER.uid, VIEWER.uid];
  await admin.patch(farmRecords({ id: "oak", members }, Date.now()));
  await admin.patch({
    [`users/${OWNER.uid}/alerts`]: { email: true, token: TOKEN, language: "en" },
    [`users/${VIEWER.uid}/alerts`]: { email: true, token: TOKEN, language: "de" },
  });
});
afterEach(async () => {
  await mail.close();
  await database.close();
});

function run(): Promise<readonly LogEntry[]> {
  const authAddress = fromEnvironment("FIREBASE_AUTH_EMULATOR_HOST");
  return runJobs({ database, smtpUrl: mail.smtpUrl, authAddress });
}

test("an alert and its end reach each person in their language; nothing in a log names them", async () => {
  await admin.patch(frostRecords("oak", Date.now()));
  const entries = await run();
  const subjects = mail.messages().map(({ to, subject }) => [to, subject]);
  expect(subjects).toHaveLength(2);
  const [english, german] = [OWNER, VIEWER].map(({ email }) =>
    mail.messages().find(({ to }) => JSON.stringify(to).includes(email)),
  );
  expect(english!.subject).toBe("Tomatoes: 2.1\u202f°C, below 5\u202f°C (Air of oak-air-0)");
  expect(german!.subject).toBe("Tomatoes: 2,1\u202f°C, unter 5\u202f°C (Air of oak-air-0)");
  expect(english!.text).toContain(`/f/oak/g/oak-house?at=`);
  expect(english!.html).toContain("View and acknowledge");
  expect(english!.html).not.toContain("acknowledge=");
  const headers = JSON.stringify(english!.headers);
  expect(headers).toContain("List-Unsubscribe=One-Click");
  expect(JSON.stringify(entries)).not.toMatch(/@example\.com|0123456789abcdef/);
  expect(JSON.stringify(await admin.get("alertOutbox"))).not.toContain("@");

  await admin.patch({
    "sensors/oak-house/bySensor/oak-air-0/temperature": 9,
    [`alerts/oak/open/${ID}/clearingSince`]: Date.now() - 60_000,
  });
  await run();
  expect(mail.messages()).toHaveLength(4);
  expect(mail.messages().map(({ subject }) => subject)).toContain(
    "Over: Tomatoes: 9.0\u202f°C again (Air of oak-air-0)",
  );
});

test("people who switched e-mail off after the check, or never accepted the farm, get no e-mail", async () => {
  await admin.remove(`users/${VIEWER.uid}/farms/oak`);
  await admin.patch(frostRecords("oak", Date.now()));
  await run();
  expect(mail.messages().map(({ to }) => JSON.stringify(to))).toEqual([
    expect.stringContaining(OWNER.email),
  ]);
});

test("the answer to a test says whether the message arrived, and otherwise why not", async () => {
  const askedAt = Date.now();
  const alertTest = { farmId: "oak", askedAt };
  const late = { ...alertTest, askedAt: askedAt - 11 * 60_000 };
  await admin.patch({
    [`alertTests/${OWNER.uid}`]: { email: alertTest, webhook: alertTest, push: alertTest },
    [`alertTests/${VIEWER.uid}`]: { email: late },
  });
  await run();
  expect(mail.messages()).toHaveLength(1);
  const doneAt = expect.any(Number);
  expect(await admin.get("alertTests")).toEqual({
    [OWNER.uid]: {
      email: { ...alertTest, doneAt },
      webhook: { ...alertTest, doneAt, problem: "The farm has no webhook." },
      push: { ...alertTest, doneAt, problem: "Push messages are not switched on for any device." },
    },
    [VIEWER.uid]: { email: { ...late, doneAt, problem: expect.stringContaining("Try again") } },
  });
  await mail.close();
  await admin.put(`alertTests/${OWNER.uid}/email`, alertTest);
  await run();
  const { problem } = (await admin.get(`alertTests/${OWNER.uid}/email`)) as { problem: string };
  expect(problem).toMatch(/mail server/i);
  mail = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
});

test("an unreachable mail server does not delay webhooks, and the mail arrives when it is back", async () => {
  await mail.close();
  await admin.patch(frostRecords("oak", Date.now()));
  await run();
  mail = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
  const entries = (await admin.get("alertOutbox/oak")) as Record<string, { to: object }>;
  const [id] = Object.keys(entries);
  const due = Object.keys(entries[id!]!.to).map((to) => [
    `alertOutbox/oak/${id}/to/${to}/nextAt`,
    1,
  ]);
  await admin.patch(Object.fromEntries(due));
  await run();
  expect(mail.messages()).toHaveLength(2);
});

describe("the link that ends e-mail", () => {
  const instance = (): string => `https://${database.namespace}.firebaseio.com`;
  const press = (method: string, token: string) =>
    unsubscribe({ method, person: OWNER.uid, token }, (work) =>
      databaseOf(instance(), `${database.host}:${database.port}`)(10_000, work),
    );

  test("asks first, because mail programs open links, then stops e-mail for all farms", async () => {
    const path = `users/${OWNER.uid}/alerts/email`;
    expect((await press("GET", TOKEN)).html).toContain("<form method=post>");
    expect((await press("POST", TOKEN.replace("0", "1"))).status).toBe(404);
    expect(await admin.get(path)).toBe(true);
    expect((await press("POST", TOKEN)).status).toBe(200);
    expect(await admin.get(path)).toBeNull();
    expect((await press("POST", TOKEN)).status).toBe(200);
    expect((await press("DELETE", TOKEN)).status).toBe(405);
    expect((await press("POST", "")).status).toBe(400);
  });
});
