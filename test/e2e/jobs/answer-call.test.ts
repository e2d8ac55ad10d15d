/** The function that takes the key pressed in a call, on the framework that the platform uses, under the shipped rules. */

import { answerUrl, callIdOf, callRecord } from "../../../jobs/src/answered-calls";
import { SPOKEN } from "../../../jobs/src/messages/spoken-words";
import { databaseClient, type DatabaseClient } from "../../support/backend/database-client";
import { exchange, type Answer } from "../../support/backend/exchange";
import { openTestDatabase, RULES, type TestDatabase } from "../../support/database";
import { startFunction, type RunningFunction } from "../../support/jobs/function";
import { farmRecords } from "../../support/jobs/farms";
import { press } from "../../support/jobs/phone-server";
import { loadRules } from "../../support/rules-client/requests";

/** The page and the provider's token of the emulators (jobs/src/config.ts, jobs/src/channels/phone-provider.ts). */
const [PAGE, TOKEN] = ["http://127.0.0.1:5000", "local"];
const ALERT = "alerts/oak/open/below,temperature,oak-air-0";
const MESSAGE = "-Oabc.0f";
const CALL = answerUrl(PAGE, { id: callIdOf(MESSAGE), language: "en" });

let database: TestDatabase;
let admin: DatabaseClient;
let answerCall: RunningFunction;
beforeAll(async () => {
  database = await openTestDatabase();
  await loadRules(database, RULES);
  admin = databaseClient(database.namespace, `${database.host}:${database.port}`);
  answerCall = await startFunction("answerCall", database);
});
afterAll(async () => {
  await answerCall.close();
  await database.close();
});
beforeEach(async () => {
  const at = Date.now();
  const raised = { since: at - 2, raisedAt: at - 1, remindedAt: at - 1 };
  const frost = { uid: "oak-air-0", greenhouse: "oak-house", measurement: "temperature" };
  await admin.patch({
    ...farmRecords({ id: "oak" }, at),
    [ALERT]: { kind: "below", ...frost, value: 1.2, bound: 5, ...raised },
    "alerts/oak/version": 1,
    ...callRecord({ farmId: "oak", person: "olga", messageId: MESSAGE, at }),
  });
});

function send(digits: string, token: string): Promise<Answer> {
  const { url, body, signature } = press(CALL, digits, token);
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Twilio-Signature": signature,
  };
  return exchange(answerCall.url + new URL(url).search, { headers, body });
}

test("key 1 acknowledges the alert as the person who was called, once", async () => {
  const { status, headers, text } = await send("1", TOKEN);
  expect([status, headers["content-type"]]).toEqual([200, "text/xml; charset=utf-8"]);
  expect(text).toContain(SPOKEN.en.thanks);
  expect(await admin.get(`${ALERT}/acknowledgedBy`)).toBe("olga");
  expect((await send("1", TOKEN)).text).toContain(SPOKEN.en.notValid);
});

test("a forged request gets 403, and changes nothing", async () => {
  expect((await send("1", "guessed")).status).toBe(403);
  expect(await admin.get(`${ALERT}/acknowledgedBy`)).toBeNull();
});

test("a body that is too long gets 413", async () => {
  const body = `Digits=1&More=${"x".repeat(20_000)}`;
  expect((await exchange(answerCall.url, { body })).status).toBe(413);
});
