/** Telegram messages, text messages and calls, with stand-ins of the providers. */

import { call } from "../../../jobs/src/channels/call";
import { createPost, type Post } from "../../../jobs/src/delivery/post";
import { createTelegram, TELEGRAM_PROBLEMS } from "../../../jobs/src/delivery/telegram";
import { createTwilio, TWILIO_PROBLEMS } from "../../../jobs/src/delivery/twilio";
import { frost, messageOf } from "../../unit/jobs/messages/fixtures";
import {
  ACCOUNT,
  actionOf,
  FROM,
  startPhoneServer,
  type PhoneServer,
} from "../../support/jobs/phone-server";
import type { StandIn } from "../../support/jobs/stand-in";
import {
  startTelegramServer,
  TELEGRAM_TOKEN,
  type TelegramServer,
} from "../../support/jobs/telegram-server";

const TO = "+4915112345678";
const CHAT = "4711";
const DELIVERED = { kind: "delivered" };
const send = createPost({ allowsLocal: true });
/** Waits shorter than the jobs do. */
const post: Post = (url, request) => send(url, { ...request, timeoutMs: 300 });

const down = (problem: object) => ({ kind: "retry", problem, isChannelDown: true });
const unsent = (outcome: object): object => ({ ...outcome, isUnsent: true });
const unsentDown = (problem: object): object => unsent(down(problem));
const refused = (problem: object) => ({ kind: "refused", problem });

let telegram: TelegramServer;
let phone: PhoneServer;
beforeEach(async () => {
  telegram = await startTelegramServer();
  phone = await startPhoneServer();
});
afterEach(async () => {
  await telegram.server.close();
  await phone.server.close();
});

const bot = (token = TELEGRAM_TOKEN) =>
  createTelegram({ token, baseUrl: telegram.server.url, post });
const twilio = (settings: Partial<typeof ACCOUNT & { from: string }> = {}) =>
  createTwilio({ ...ACCOUNT, from: FROM, baseUrl: phone.server.url, post, ...settings });

describe("Telegram", () => {
  test("takes the text, and does not open its link", async () => {
    expect(await bot()(CHAT, "Frost\nhttps://example.web.app")).toEqual(DELIVERED);
    expect(telegram.received).toEqual([
      {
        chat_id: CHAT,
        text: "Frost\nhttps://example.web.app",
        link_preview_options: { is_disabled: true },
      },
    ]);
  });

  test.each([
    [403, "Forbidden: bot was blocked by the user", "blocked"],
    [403, "Forbidden: bot can't initiate conversation with a user", "notStarted"],
    [403, "Forbidden: bot was kicked from the group chat", "removed"],
    [400, "Bad Request: chat not found", "unknownChat"],
  ] as const)("%s %s", async (error_code, description, problem) => {
    telegram.chats.set(CHAT, { error_code, description });
    expect(await bot()(CHAT, "Frost")).toEqual(refused(TELEGRAM_PROBLEMS[problem]));
  });

  test("says that a group has a new id, and does not follow it", async () => {
    const description = "Bad Request: group chat was upgraded to a supergroup chat";
    const parameters = { migrate_to_chat_id: -1_001_234 };
    telegram.chats.set(CHAT, { error_code: 400, description, parameters });
    expect(await bot()(CHAT, "Frost")).toEqual(refused(TELEGRAM_PROBLEMS.movedChat));
  });

  test("names the status of an error that has no text of its own", async () => {
    const problem = { ...TELEGRAM_PROBLEMS.status, detail: "400" };
    expect(await bot()(CHAT, "x".repeat(4097))).toEqual(refused(problem));
  });

  test("asks to wait", async () => {
    telegram.waitSeconds = 35;
    const problem = TELEGRAM_PROBLEMS.busy;
    expect(await bot()(CHAT, "Frost")).toEqual({ kind: "retry", problem, retryAfterMs: 35_000 });
  });

  test("refuses a wrong token", async () => {
    expect(await bot("1:wrong")(CHAT, "Frost")).toEqual(down(TELEGRAM_PROBLEMS.login));
  });
});

describe("the provider of text messages and calls", () => {
  test("takes a text message and a call", async () => {
    expect(await twilio().sendText(TO, "Frost & 5 °C")).toEqual(DELIVERED);
    expect(phone.texts).toEqual([{ From: FROM, To: TO, Body: "Frost & 5 °C" }]);
    expect(await twilio().call(TO, "<Response/>")).toEqual(DELIVERED);
    expect(phone.calls).toMatchObject([{ From: FROM, To: TO, Twiml: "<Response/>" }]);
  });

  test.each([
    [21211, "unreachable"],
    [21214, "unreachable"],
    [21614, "noTexts"],
    [21610, "unsubscribed"],
    [21408, "country"],
    [21608, "trial"],
  ] as const)("refuses a number with %s", async (code, problem) => {
    phone.errors.set(TO, { code });
    expect(await twilio().sendText(TO, "Frost")).toEqual(unsent(refused(TWILIO_PROBLEMS[problem])));
  });

  test("names the number of an error that has no text of its own", async () => {
    const problem = { ...TWILIO_PROBLEMS.other, detail: "21617" };
    expect(await twilio().sendText(TO, "x".repeat(1601))).toEqual(unsent(refused(problem)));
  });

  test("refuses a wrong token, an unknown account and a foreign sender", async () => {
    const problems = TWILIO_PROBLEMS;
    const outcomeWith = (settings: Parameters<typeof twilio>[0]) =>
      twilio(settings).call(TO, "<Response/>");
    expect(await outcomeWith({ authToken: "wrong" as never })).toEqual(unsentDown(problems.login));
    expect(await outcomeWith({ from: "+4930123456" })).toEqual(unsentDown(problems.sender));
    phone.errors.set(TO, { code: 20404, status: 404 });
    expect(await outcomeWith({})).toEqual(unsentDown(problems.account));
  });

  test("asks to wait", async () => {
    phone.waitSeconds = 7;
    const busy = unsent({ kind: "retry", problem: TWILIO_PROBLEMS.busy, retryAfterMs: 7000 });
    expect(await twilio().sendText(TO, "Frost")).toEqual(busy);
  });
});

const problemLike = (pattern: RegExp) =>
  expect.objectContaining({ en: expect.stringMatching(pattern) as string }) as object;

describe.each<[string, () => StandIn, () => Promise<unknown>, () => number]>([
  ["Telegram", () => telegram.server, () => bot()(CHAT, "Frost"), () => telegram.received.length],
  [
    "The provider of text messages and calls",
    () => phone.server,
    () => twilio().sendText(TO, "Frost"),
    () => phone.texts.length,
  ],
])("%s, when it fails", (name, server, deliver, countReceived) => {
  test("takes the message and never answers: it is tried again, and so are the others", async () => {
    server().fault = "slow";
    expect(await deliver()).toEqual(
      down(problemLike(new RegExp(`^${name}: .*not answer in time`))),
    );
    server().fault = "none";
    expect(await deliver()).toEqual(DELIVERED);
    expect(countReceived()).toBe(2);
  });

  test("answers with the page of a proxy", async () => {
    server().fault = "broken";
    expect(await deliver()).toEqual(down(expect.objectContaining({ detail: "502" }) as object));
  });

  test("is not there", async () => {
    await server().close();
    expect(await deliver()).toEqual(down(problemLike(new RegExp(`^${name}: .*failed`))));
  });
});

test("a call whose answer is lost is made again under the same id", async () => {
  const to = {
    person: "olga",
    address: TO,
    language: "de",
    messageId: "-Oabc.0f",
    token: "",
  } as const;
  const { twiml = "" } = call.compose(messageOf({ raised: [frost] }), to) as { twiml?: string };
  phone.server.fault = "lost";
  expect(await twilio().call(TO, twiml)).toMatchObject({ kind: "retry" });
  phone.server.fault = "none";
  expect(await twilio().call(TO, twiml)).toEqual(DELIVERED);
  const actions = phone.calls.map(({ Twiml = "" }) => actionOf(Twiml));
  expect(actions).toHaveLength(2);
  const attempt = { farmId: "sunny-acres", person: "olga", messageId: to.messageId };
  const ids = [1, 2].flatMap((at) => Object.keys(call.claim?.({ ...attempt, at }) ?? {}));
  const id = new URL(actions[0] ?? "").searchParams.get("call");
  expect([...actions, ...ids]).toEqual([
    ...Array<string>(2).fill(`https://example.web.app/api/answerCall?call=${id}&language=de`),
    ...Array<string>(2).fill(`alertCalls/${id}`),
  ]);
});

test("no problem quotes a token, a number or a chat", async () => {
  const deliver = () => [bot()(CHAT, "Frost"), twilio().sendText(TO, "Frost")];
  telegram.chats.set(CHAT, { error_code: 400, description: `Bad Request: ${CHAT}` });
  phone.errors.set(TO, { code: 29_999 });
  const answered = await Promise.all(deliver());
  await Promise.all([telegram.server.close(), phone.server.close()]);
  const outcomes = [...answered, ...(await Promise.all(deliver()))];
  expect(outcomes.map(({ kind }) => kind)).toEqual(["refused", "refused", "retry", "retry"]);
  const { accountSid, authToken } = ACCOUNT;
  for (const secret of [CHAT, TO.slice(1), TELEGRAM_TOKEN, accountSid, authToken]) {
    expect(JSON.stringify(outcomes)).not.toContain(secret);
  }
});
