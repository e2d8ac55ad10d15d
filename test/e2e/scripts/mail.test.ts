/**
 * The mail catcher: mail sent over SMTP is in the inbox as JSON, even if hostile, and only this
 * machine can read it.
 */

import { request } from "node:http";
import { connect } from "node:net";
import { createTransport } from "nodemailer";
import type { SendMailOptions } from "nodemailer";
import { startMailCatcher } from "../../../tools/dev/mail/catcher";
import type { MailCatcher } from "../../../tools/dev/mail/catcher";
import { MAX_BYTES } from "../../../tools/dev/mail/inbox";
import { StackError } from "../../../tools/dev/processes/stack-error";

const NOW = 1_800_000_000_000;
let catcher: MailCatcher;

beforeEach(async () => {
  catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0, now: () => NOW });
});
afterEach(() => catcher.close());

async function send(mail: SendMailOptions): Promise<void> {
  const transport = createTransport(catcher.smtpUrl);
  await transport.sendMail({ from: "farm@example.com", to: "olga@example.com", ...mail });
}

async function readJson(): Promise<readonly Record<string, unknown>[]> {
  const answer = await fetch(`${catcher.inboxUrl}/email`);
  expect(answer.headers.get("content-type")).toBe("application/json");
  return (await answer.json()) as readonly Record<string, unknown>[];
}

test("GET / lists the messages as plain text, the newest first", async () => {
  const list = async (): Promise<string> => {
    const answer = await fetch(catcher.inboxUrl);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("refresh")).toBe("3");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    return answer.text();
  };
  expect(await list()).toContain("No messages yet.");
  const from = "alerts@example.org";
  await send({ from, to: "a@example.org", subject: "One", text: "2.1 °C at https://x.example/1" });
  await send({ from, to: "b@example.org", subject: "<b>Two</b>", html: "<script>1</script>" });
  const text = await list();
  expect(text).toMatch(/\n20\S+Z {2}alerts@example.org -> b@example.org\n<b>Two<\/b>\n[^]*\nOne\n/);
  expect(text).toContain("\n\n2.1 °C at https://x.example/1\n");
  expect(text).not.toContain("No messages yet.");
});

test("GET /email returns the messages, the newest last; DELETE /email/all deletes them", async () => {
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
  const [first, second] = await readJson();
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
  expect(second).toMatchObject({ subject: "second", text: "", html: "" });
  expect(await readJson()).toEqual(catcher.messages());

  await fetch(`${catcher.inboxUrl}/email/all`, { method: "DELETE" });
  expect(await readJson()).toEqual([]);
});

test("untilCaught resolves with an existing message, or waits for one", async () => {
  const second = catcher.untilCaught(({ subject }) => subject === "second");
  await send({ subject: "first" });
  expect((await catcher.untilCaught()).subject).toBe("first");
  await send({ subject: "second" });
  expect((await second).subject).toBe("second");
});

test("refuses a message beyond the limit, announced or not, and accepts the next one", async () => {
  const text = "a line of seventy characters or so, again and again, until it is enough\n";
  const large = text.repeat(Math.ceil((2 * MAX_BYTES) / text.length));
  await expect(send({ text: large })).rejects.toMatchObject({ responseCode: 552 });
  expect(
    await speak(["DATA", `Subject: large\r\n\r\n${large.replaceAll("\n", "\r\n")}\r\n.`]),
  ).toBe("552");
  expect(catcher.messages()).toEqual([]);
  await send({ subject: "small" });
  expect(catcher.messages()).toHaveLength(1);
});

test.each([
  ["no header at all", "just text", { subject: "", text: "", headers: { "just text": "" } }],
  ["an empty message", "", { subject: "", text: "", html: "" }],
  [
    "names of JavaScript's own as headers",
    "__proto__: 1\r\nconstructor: 2\r\nSubject: s\r\n\r\nx",
    { subject: "s", headers: JSON.parse('{"__proto__": "1", "constructor": "2", "subject": "s"}') },
  ],
  ["a header twice", "X-A: 1\r\nX-A: 2\r\n\r\nx", { headers: { "x-a": "1\n2" } }],
  [
    "an encoded subject that breaks out of its line",
    "Subject: =?utf-8?B?YQ0KQmNjOiBi?=\r\n\r\nx",
    { subject: expect.stringContaining("Bcc: b"), headers: { subject: expect.any(String) } },
  ],
  [
    "bytes that are no UTF-8",
    Buffer.from("Subject: \xff\xfe\r\n\r\n\xff\0\xfe", "latin1"),
    { subject: expect.any(String), text: expect.any(String) },
  ],
  [
    "an unknown charset and a broken encoding",
    "Content-Type: text/html; charset=klingon\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!",
    { html: expect.any(String), text: "" },
  ],
  [
    "a part without an end",
    'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nopen',
    { text: "open\n" },
  ],
])("hostile: %s", async (_, raw, expected) => {
  expect(await speak(["DATA", raw, "\r\n."])).toBe("250");
  expect(await readJson()).toEqual([expect.objectContaining(expected)]);
});

test("hostile: refuses parts nested without end with a reason, and nothing breaks", async () => {
  const parts = Array.from(
    { length: 1_000 },
    (_, depth) => `Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
  );
  expect(await speak(["DATA", parts.join(""), "\r\n."])).toBe("554");
  await send({ subject: "next" });
  expect(catcher.messages()).toHaveLength(1);
});

test("answers only this machine's own names", async () => {
  const { port } = new URL(catcher.inboxUrl);
  await send({ subject: "secret" });
  expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  for (const host of ["rebound.example", `rebound.example:${port}`, "127.0.0.1", "127.0.0.1:1"]) {
    expect([host, await statusFor(host)]).toEqual([host, 403]);
  }
});

test("a taken port is named", async () => {
  const { port } = new URL(catcher.smtpUrl);
  const again = startMailCatcher({ smtpPort: Number(port), httpPort: 0 });
  await expect(again).rejects.toThrow(`Port ${port} of caught mail is taken.`);
  await expect(again).rejects.toBeInstanceOf(StackError);
});

/** Returns the status of GET /email under a name: `fetch` does not let us choose the name. */
function statusFor(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sending = request(`${catcher.inboxUrl}/email`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sending.on("error", reject).end();
  });
}

/** Sends a message unchanged. @returns the code of the last answer */
async function speak(last: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(catcher.smtpUrl);
  const [data = "", ...content] = last;
  const steps = ["EHLO me", "MAIL FROM:<a@example.com>", "RCPT TO:<b@example.com>", data];
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  try {
    let code = "";
    const answer = lastLines(socket);
    code = (await answer.next()).value ?? "";
    for (const step of steps) {
      socket.write(`${String(step)}\r\n`);
      code = (await answer.next()).value ?? "";
    }
    for (const part of content) socket.write(part);
    socket.write("\r\n");
    code = (await answer.next()).value ?? "";
    return code;
  } finally {
    socket.destroy();
  }
}

/** Yields the code of each answer, from its last line. */
async function* lastLines(socket: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let text = "";
  for await (const part of socket) {
    text += part;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      if (/^\d{3} /.test(line)) yield line.slice(0, 3);
    }
  }
  return undefined;
}
