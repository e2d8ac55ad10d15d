/**
 * The mail catcher: mail sent over SMTP is in the inbox as JSON, and only this
 * machine can read it.
 */

import { request } from "node:http";
import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer";
import { startMailCatcher } from "../../../tools/dev/mail/catcher";
import type { MailCatcher } from "../../../tools/dev/mail/catcher";
import { Inbox, MAX_BYTES } from "../../../tools/dev/mail/inbox";
import { createPost } from "../../../jobs/src/delivery/post";
import { createTelegram } from "../../../jobs/src/delivery/telegram";
import { createTwilio } from "../../../jobs/src/delivery/twilio";

const NOW = 1_800_000_000_000;
let catcher: MailCatcher;

beforeEach(async () => {
  catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0, now: () => NOW });
});
afterEach(() => catcher.close());

const ENVELOPE = { from: "farm@example.com", to: "olga@example.com" };

async function send(mail: SendMailOptions): Promise<void> {
  await createTransport(catcher.smtpUrl).sendMail({ ...ENVELOPE, ...mail });
}

async function readJson(): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${catcher.inboxUrl}/email`);
  return (await answer.json()) as readonly Record<string, unknown>[];
}

test("GET /email returns the messages, the newest last; DELETE /email/all deletes them", async () => {
  const second = catcher.untilCaught(({ subject }) => subject === "second");
  await send({
    from: "Sunny Acres <farm@example.com>",
    to: "Olga Owner <olga@example.com>, vito@example.com",
    subject: "Tomatoes: 2.1 °C, below 5 °C",
    text: "Since 03:02",
    html: "<p>Since <b>03:02</b>",
    messageId: "<1@example.com>",
    headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  });
  await send({ subject: "second" });
  expect(await second).toMatchObject({ subject: "second", text: "", html: "" });
  const [first] = await readJson();
  expect(first).toEqual({
    id: expect.any(String),
    messageId: "<1@example.com>",
    from: [{ address: "farm@example.com", name: "Sunny Acres" }],
    to: [
      { address: "olga@example.com", name: "Olga Owner" },
      { address: "vito@example.com", name: "" },
    ],
    subject: "Tomatoes: 2.1 °C, below 5 °C",
    text: "Since 03:02\n",
    html: "<p>Since <b>03:02</b>\n",
    headers: expect.objectContaining({ "list-unsubscribe-post": "List-Unsubscribe=One-Click" }),
    receivedAt: NOW,
  });
  await fetch(`${catcher.inboxUrl}/email/all`, { method: "DELETE" });
  expect(await readJson()).toEqual([]);
});

test("drops the oldest messages of a full inbox", () => {
  const inbox = new Inbox();
  const mail = { from: [], to: [], text: "", html: "", messageId: "", headers: {} };
  for (const subject of ["first", "second", "third"]) {
    inbox.add({ ...mail, id: subject, subject, receivedAt: NOW }, MAX_BYTES / 2);
  }
  expect(inbox.messages.map(({ subject }) => subject)).toEqual(["second", "third"]);
});

test("refuses a message beyond the limit or nested without end, and accepts the next one", async () => {
  const text = "a line of seventy characters or so, again and again, until it is enough\n";
  const large = send({ text: text.repeat(Math.ceil((2 * MAX_BYTES) / text.length)) });
  await expect(large).rejects.toMatchObject({ responseCode: 552 });
  const parts = Array.from(
    { length: 1_000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
  );
  const nested = send({ envelope: ENVELOPE, raw: parts.join("") });
  await expect(nested).rejects.toMatchObject({ responseCode: 554 });
  await send({ subject: "small" });
  expect(catcher.messages()).toHaveLength(1);
});

test("answers only this machine's own names", async () => {
  const { port } = new URL(catcher.inboxUrl);
  /** `fetch` does not let us choose the name. */
  const statusFor = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const asked = request(`${catcher.inboxUrl}/email`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on("error", reject).end();
    });
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  for (const host of ["rebound.example", `rebound.example:${port}`, "127.0.0.1:1"]) {
    expect([host, await statusFor(host)]).toEqual([host, 403]);
  }
});

test("shows Telegram messages, text messages and calls, in place of their providers", async () => {
  const post = createPost({ allowsLocal: true });
  const settings = { baseUrl: catcher.inboxUrl, post };
  const account = { accountSid: "AClocal", authToken: "local", from: "+15005550006" };
  const { sendText, call } = createTwilio({ ...account, ...settings });
  await createTelegram({ token: "1:local", ...settings })("4711", "Frost");
  await sendText("+4915112345678", "Frost");
  await call("+4915112345678", "<Response/>");
  const message = JSON.stringify({ to: "anna@example.org", text: "Frost" });
  const to = `${catcher.inboxUrl}/pager`;
  expect((await fetch(to, { method: "POST", body: message })).status).toBe(200);
  expect((await fetch(to, { method: "POST", body: "{}" })).status).toBe(400);
  expect(await readJson()).toMatchObject([
    { subject: "Telegram", to: [{ address: "4711" }], text: "Frost" },
    { subject: "SMS", to: [{ address: "+4915112345678" }], text: "Frost" },
    { subject: "Call", to: [{ address: "+4915112345678" }], text: "<Response/>" },
    { subject: "pager", to: [{ address: "anna@example.org" }], text: "Frost" },
  ]);
});
