/** Pressing a key during a call, under the shipped rules. */

import { entriesOf, fieldOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { answerCall, type AnswerRequest, type Reply } from "../../../jobs/src/answer-call";
import { answerUrl, callIdOf, callRecord } from "../../../jobs/src/answered-calls";
import { isSigned, sign } from "../../../jobs/src/delivery/twilio-signature";
import { SPOKEN } from "../../../jobs/src/messages/spoken-words";
import { FoldedDatabase } from "../../support/jobs/folding";
import { ACCOUNT, actionOf, press, type SignedPress } from "../../support/jobs/phone-server";

const PAGE = "https://farm.example";
const CALLED = Date.UTC(2026, 0, 10, 3);
const ID = callIdOf("-Oabc.0f");
const URL_EN = answerUrl(PAGE, { id: ID, language: "en" });

const alert = (uid: string, raisedAt: number, more: object = {}): object => ({
  [`below,temperature,${uid}`]: {
    kind: "below",
    uid,
    greenhouse: "gh",
    measurement: "temperature",
    value: 1,
    bound: 5,
    since: raisedAt,
    raisedAt,
    remindedAt: raisedAt,
    ...more,
  },
});

let database: FoldedDatabase;
let opened: number;
let failures: unknown[];
/** Runs before the answer is stored. */
let meanwhile: () => void;
beforeEach(() => {
  database = new FoldedDatabase(CALLED, {
    farms: { acre: { name: "Acre", members: { olga: "viewer", otto: "owner" } } },
    alertSettings: { acre: { silentAfterMinutes: 30, lowBatteryPercent: 20 } },
    alerts: {
      acre: {
        version: 7,
        open: {
          ...alert("a", CALLED - 9 * MINUTE_MS),
          ...alert("b", CALLED - 8 * MINUTE_MS),
          ...alert("ottos", CALLED - 8 * MINUTE_MS, { acknowledgedBy: "otto" }),
          ...alert("later", CALLED + MINUTE_MS),
        },
      },
    },
  });
  database.administer(
    callRecord({ farmId: "acre", person: "olga", messageId: "-Oabc.0f", at: CALLED }),
  );
  database.now = CALLED + 2 * MINUTE_MS;
  opened = 0;
  failures = [];
  meanwhile = () => undefined;
});

/** @param authToken of the deployment; empty: it makes no calls */
function answer(
  { url, body, signature }: SignedPress,
  request: Partial<AnswerRequest> = {},
  authToken: string = ACCOUNT.authToken,
): Promise<Reply> {
  return answerCall(
    { method: "POST", query: new URL(url).search, signature, body, ...request },
    {
      authToken: authToken === "" ? undefined : authToken,
      pageUrl: PAGE,
      now: () => database.now,
      withDatabase: (work) => {
        opened += 1;
        return work({
          jobs: database.jobs,
          updateAs: (person, update) => {
            meanwhile();
            return Promise.resolve(database.writeAs(person, update));
          },
        });
      },
      onFailure: (error) => failures.push(error),
    },
  );
}

const acknowledgedBy = () =>
  Object.fromEntries(
    ["a", "b", "ottos", "later"].map((uid) => [
      uid,
      database.json(`alerts/acre/open/below,temperature,${uid}/acknowledgedBy`),
    ]),
  );
const UNCHANGED = { a: undefined, b: undefined, ottos: "otto", later: undefined };
const ANSWERED = { ...UNCHANGED, a: "olga", b: "olga" };
const said = (text: string, voice = "en-GB") =>
  `<Response><Say language="${voice}">${text}</Say><Hangup/></Response>`;

test("1 acknowledges the alerts that were open when the call was made, as the person who was called", async () => {
  const { status, type, text } = await answer(press(URL_EN, "1"));
  expect([status, type]).toEqual([200, "text/xml"]);
  expect(text).toContain(said("Thank you. The others see that you are on it."));
  expect(acknowledgedBy()).toEqual(ANSWERED);
  expect(database.json(`alertCalls/${ID}`)).toBeUndefined();
});

test("speaks the person's language", async () => {
  const url = answerUrl(PAGE, { id: ID, language: "de" });
  const { text } = await answer(press(url, "1"));
  expect(text).toContain(said("Danke. Die anderen sehen, dass Sie sich kümmern.", "de-DE"));
});

test("the same key again changes nothing, even after the person has taken the answer back", async () => {
  const pressed = press(URL_EN, "1");
  await answer(pressed);
  database.administer({ "alerts/acre/open/below,temperature,a/acknowledgedBy": null });
  const { status, text } = await answer(pressed);
  expect([status, text]).toEqual([200, expect.stringContaining(said(SPOKEN.en.notValid))]);
  expect(acknowledgedBy()).toEqual({ ...ANSWERED, a: undefined });
});

test("two answers at the same time count once", async () => {
  const pressed = press(URL_EN, "1");
  const replies = await Promise.all([answer(pressed), answer(pressed)]);
  const texts = replies.map(({ text }) => text).sort();
  expect(texts).toEqual([
    expect.stringContaining(SPOKEN.en.thanks),
    expect.stringContaining(SPOKEN.en.notValid),
  ]);
});

test.each(["5", ""])("another key or none (%j) asks once more, then ends", async (digits) => {
  const { text } = await answer(press(URL_EN, digits));
  expect(text).toContain(SPOKEN.en.pressAgain);
  const again = actionOf(text);
  expect((await answer(press(again, digits))).text).toContain(said(SPOKEN.en.goodbye));
  expect(acknowledgedBy()).toEqual(UNCHANGED);
  expect((await answer(press(again, "1"))).text).toContain(SPOKEN.en.thanks);
  expect(acknowledgedBy()).toEqual(ANSWERED);
});

describe("a request that is not the provider's changes nothing, and does not open the database", () => {
  const pressed = press(URL_EN, "1");
  test.each<[string, number, SignedPress, Partial<AnswerRequest>?]>([
    ["no signature", 403, pressed, { signature: undefined }],
    ["an empty signature", 403, pressed, { signature: "" }],
    ["another token", 403, press(URL_EN, "1", "54321")],
    ["another key", 403, { ...press(URL_EN, "2"), body: pressed.body }],
    ["another call", 403, pressed, { query: `?call=${callIdOf("other")}&language=en` }],
    ["a query in another order", 403, pressed, { query: `?language=en&call=${ID}` }],
    ["a parameter more", 403, pressed, { body: `${pressed.body}&Digits=1` + "&x=1" }],
    ["another page", 403, press(URL_EN.replace("farm.example", "evil.example"), "1")],
    ["GET", 405, pressed, { method: "GET" }],
    ["a body that is too long", 413, pressed, { body: undefined }],
    ["a signed address without a call", 400, press(`${PAGE}/api/answerCall?call=../farms`, "1")],
  ])("%s", async (_, expected, signed, request = {}) => {
    expect(await answer(signed, request)).toMatchObject({ status: expected, type: "text/plain" });
    expect(acknowledgedBy()).toEqual(UNCHANGED);
    expect(opened).toBe(0);
  });

  test("a deployment without calls", async () => {
    expect(await answer(pressed, {}, "")).toMatchObject({ status: 404 });
    expect(opened).toBe(0);
  });
});

test("a call that is too old changes nothing", async () => {
  database.now = CALLED + 61 * MINUTE_MS;
  expect((await answer(press(URL_EN, "1"))).text).toContain(SPOKEN.en.notValid);
  expect(acknowledgedBy()).toEqual(UNCHANGED);
});

test("a person who has left the farm changes nothing", async () => {
  database.administer({ "farms/acre/members/olga": null });
  expect((await answer(press(URL_EN, "1"))).text).toContain(SPOKEN.en.noMember);
  expect(acknowledgedBy()).toEqual(UNCHANGED);
});

test("says so if no alert waits any more", async () => {
  for (const uid of ["a", "b"]) {
    database.administer({ [`alerts/acre/open/below,temperature,${uid}/acknowledgedBy`]: "otto" });
  }
  expect((await answer(press(URL_EN, "1"))).text).toContain(SPOKEN.en.nothingLeft);
});

test("an alert that ends at the same moment does not prevent the answer to the others", async () => {
  meanwhile = () => {
    meanwhile = () => undefined;
    database.administer({ "alerts/acre/open/below,temperature,a": null });
  };
  expect((await answer(press(URL_EN, "1"))).text).toContain(SPOKEN.en.thanks);
  expect(acknowledgedBy()).toEqual({ ...ANSWERED, a: undefined });
});

test("says so if the database is out of reach", async () => {
  meanwhile = () => {
    throw new Error("The database did not answer in time.");
  };
  expect((await answer(press(URL_EN, "1"))).text).toContain(SPOKEN.en.failed);
  expect(failures).toHaveLength(1);
});

test("acknowledges more alerts than one update takes, and removes the call", async () => {
  const open = Object.assign(
    {},
    ...Array.from({ length: 1_500 }, (_, index) => alert(`s${10_000 + index}`, CALLED)),
  ) as object;
  database.administer({ "alerts/acre/open": open });
  let updates = 0;
  meanwhile = () => {
    updates += 1;
  };
  expect((await answer(press(URL_EN, "1"))).text).toContain(SPOKEN.en.thanks);
  const stored = entriesOf(database.json("alerts/acre/open"));
  expect(stored.filter(([, record]) => fieldOf(record, "acknowledgedBy") === "olga")).toHaveLength(
    1_500,
  );
  expect(updates).toBe(2);
  expect(database.json(`alertCalls/${ID}`)).toBeUndefined();
});

/** The example of the provider's documentation. @see https://www.twilio.com/docs/usage/security#validating-requests */
describe("a signature", () => {
  const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
  const parameters = new URLSearchParams({
    CallSid: "CA1234567890ABCDE",
    Caller: "+12349013030",
    Digits: "1234",
    From: "+12349013030",
    To: "+18005551212",
  });
  const signature = "0/KCTR6DLpKmkAf8muzZqo1nDgQ=";

  test("equals the documented one", () => {
    expect(sign("12345", url, parameters)).toBe(signature);
    expect(isSigned({ signature, url, parameters }, "12345")).toBe(true);
  });

  test.each([
    ["https://farm.example:8443/a?b=1", "https://farm.example/a?b=1", true],
    ["https://farm.example/a?b=1", "https://farm.example:443/a?b=1", true],
    ["https://farm.example/a?b=1", "https://farm.example:8443/a?b=1", false],
    ["https://farm.example/a?b=1", "https://farm.example/a?b=2", false],
    ["https://farm.example/a?b=1", "http://farm.example/a?b=1", false],
  ])("for %s is accepted from a provider that signs %s: %s", (told, signed, isAccepted) => {
    const given = sign("12345", signed, parameters);
    expect(isSigned({ signature: given, url: told, parameters }, "12345")).toBe(isAccepted);
  });
});
