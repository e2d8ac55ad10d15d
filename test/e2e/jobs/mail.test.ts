/** E-mail with mail servers that work and that do not. */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { createMailer, MAILS_AT_ONCE } from "../../../jobs/src/delivery/mail.ts";
import type { Mail, Mailer, MailLimits } from "../../../jobs/src/delivery/mail.ts";
import { startSmtpServer } from "../../support/jobs/smtp-server.ts";
import type { Misbehaviour, SmtpServer } from "../../support/jobs/smtp-server.ts";
import { UNKNOWN_CERTIFICATE } from "../../support/jobs/unknown-certificate.ts";
import { expectSoon } from "rtdb-emulator/testing/polling";

const MAIL: Mail = {
  to: "anna.gruen@example.org",
  subject: "Tomaten: 2,1 °C, unter 5 °C",
  text: "Seit 02:14 Uhr.\n",
  html: "<p>Seit 02:14 Uhr.</p>",
  messageId: "-OabcDEF_123.email",
  unsubscribeUrl: "https://farm.example.org/unsubscribe?token=0123456789abcdef0123456789abcdef",
};
const FROM = "Greenhouse <alerts@farm.example.org>";
/** Short timeouts for servers that never answer. */
const LIMITS: MailLimits = { connectMs: 300, inactivityMs: 300, sendMs: 900 };
const IN_TIME = { connectMs: 20_000, inactivityMs: 20_000, sendMs: 20_000 };
const STALLED = {
  kind: "retry",
  problem: { code: "mailNoAnswer" },
  isChannelDown: true,
};

let server: SmtpServer;
let mailer: Mailer;

async function start(misbehave?: Misbehaviour, limits = IN_TIME, login = ""): Promise<void> {
  server = await startSmtpServer(misbehave);
  const smtpUrl = `smtp://${login}127.0.0.1:${server.port}`;
  mailer = createMailer({ smtpUrl, from: FROM }, limits);
}

afterEach(async () => {
  mailer.close();
  await server.stop();
});

function headerOf(data: string, name: string): string | undefined {
  const [head = ""] = data.split("\r\n\r\n");
  const unfolded = head.replaceAll(/\r\n[\t ]+/gu, " ").split("\r\n");
  return unfolded
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 2);
}

describe("a mail as it arrives", () => {
  test("has the headers of an automatic message that one click ends", async () => {
    await start();
    expect(await mailer.send(MAIL)).toEqual({ kind: "delivered" });
    const [{ from, to, data } = { from: "", to: "", data: "" }] = server.mails;
    expect({ from, to }).toEqual({
      from: "<alerts@farm.example.org>",
      to: "<anna.gruen@example.org>",
    });
    const header = (name: string) => headerOf(data, name);
    expect(header("From")).toBe("Greenhouse <alerts@farm.example.org>");
    expect(header("To")).toBe("anna.gruen@example.org");
    expect(header("Message-ID")).toBe("<-OabcDEF_123.email@farm.example.org>");
    expect(header("List-Unsubscribe")).toBe(`<${MAIL.unsubscribeUrl}>`);
    expect(header("List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(header("Auto-Submitted")).toBe("auto-generated");
    expect(header("Subject")).toMatch(/^=\?UTF-8\?Q\?Tomaten=3A_2=2C1_=C2=B0C/u);
    expect(header("Content-Type")).toMatch(/^multipart\/alternative;/u);
    expect(data).toMatch(
      /Content-Type: text\/plain; charset=utf-8[^]*Content-Type: text\/html; charset=utf-8/u,
    );
  });

  test("keeps line breaks and other addresses out of its headers", async () => {
    await start();
    const subject = "Tomatoes\r\nBcc: eve@example.org\nhello";
    expect(await mailer.send({ ...MAIL, subject })).toEqual({ kind: "delivered" });
    await mailer.send({ ...MAIL, to: "anna@example.org, eve@example.org" });
    await mailer.send({ ...MAIL, to: "anna@example.org>\r\nRCPT TO:<eve@example.org" });
    await mailer.send({ ...MAIL, unsubscribeUrl: "https://a.example/\r\nBcc: eve@example.org" });
    await mailer.send({ ...MAIL, messageId: "x>\r\nBcc: eve@example.org" });
    for (const { data } of server.mails) {
      expect(headerOf(data, "Bcc")).toBeUndefined();
      expect(data.match(/^Message-ID:/gmu)).toHaveLength(1);
    }
    expect(headerOf(server.mails.at(-1)!.data, "Message-ID")).toBe(
      "<x---Bcc--eve-example.org@farm.example.org>",
    );
    expect(headerOf(server.mails[0]!.data, "Subject")).toBe("Tomatoes Bcc: eve@example.org hello");
    expect(server.lines[1]).toBe("EHLO farm.example.org");
    const recipients = server.lines.filter((line) => line.startsWith("RCPT"));
    expect(recipients).not.toContain("RCPT TO:<eve@example.org>");
  });

  test("a hundred use three connections", async () => {
    await start();
    const ids = Array.from({ length: 100 }, (_, index) => `mail-${index}`);
    await inParallel(ids, MAILS_AT_ONCE, async (messageId) => {
      expect(await mailer.send({ ...MAIL, messageId })).toEqual({ kind: "delivered" });
    });
    expect(new Set(server.mails.map(({ data }) => headerOf(data, "Message-ID"))).size).toBe(100);
    expect(server.connections()).toMatchObject({ ever: 3, atMost: 3 });
    mailer.close();
    await expectSoon(async () => Promise.resolve(server.connections().open), 0);
  });
});

describe("a server that refuses", () => {
  const GONE =
    "550-5.1.1 <Anna.Gruen@example.org>: no such user\r\n550 5.1.1 ANNA.gruen https://help.example/?q=1";

  test.each([
    ["a recipient for good", /^RCPT/u, GONE, "refused", "550-5.1.1 … no such user 550 5.1.1 … …"],
    ["a recipient for now", /^RCPT/u, "450 4.2.0 Greylisted", "retry", "450 4.2.0 Greylisted"],
    ["the content for good", /^\.$/u, "554 5.7.1 spam", "refused", "554 5.7.1 spam"],
    ["the content for now", /^\.$/u, "451 4.3.0 busy", "retry", "451 4.3.0 busy"],
    ["the sender, which the operator corrects", /^MAIL/u, "553 sender", "retry", "553 sender"],
  ])("%s", async (_, command, answer, kind, detail) => {
    let isRefused = true;
    await start((line) => (isRefused && command.test(line) ? answer : undefined));
    expect(await mailer.send(MAIL)).toEqual({ kind, problem: { code: "mailServerSaid", detail } });
    isRefused = false;
    expect(await mailer.send(MAIL)).toEqual({ kind: "delivered" });
  });

  test("the login", async () => {
    const refusal = "535 5.7.8 robot:secret is wrong";
    await start(
      (line) => (line.startsWith("AUTH") ? refusal : undefined),
      IN_TIME,
      "robot:secret@",
    );
    expect(await mailer.send(MAIL)).toEqual({
      kind: "retry",
      problem: { code: "mailLogin" },
      isChannelDown: true,
    });
  });

  test("an invalid address", async () => {
    await start();
    const problem = { code: "addressInvalid" };
    expect(await mailer.send({ ...MAIL, to: "" })).toEqual({ kind: "refused", problem });
    expect(await mailer.send(MAIL)).toEqual({ kind: "delivered" });
  });
});

describe("a server that stalls or closes", () => {
  test.each<[string, Misbehaviour]>([
    ["before the greeting", (line) => (line === "greeting" ? null : undefined)],
    ["after the mail", (line) => (line === "." ? null : undefined)],
  ])("stalls %s", async (_, misbehave) => {
    await start(misbehave, { ...LIMITS, sendMs: IN_TIME.sendMs });
    expect(await mailer.send(MAIL)).toEqual(STALLED);
    await expectSoon(async () => Promise.resolve(server.connections().open), 0);
  });

  test("is disconnected at the timeout of a mail although it goes on answering", async () => {
    await start((line, socket) => {
      if (line !== ".") return undefined;
      const timer = setInterval(() => socket.write("250-wait\r\n"), 50);
      socket.once("close", () => clearInterval(timer));
      return null;
    }, LIMITS);
    expect(await mailer.send(MAIL)).toEqual(STALLED);
    await expectSoon(async () => Promise.resolve(server.connections().open), 0);
  });

  test.each<[string, RegExp]>([
    ["before the greeting", /^greeting$/u],
    ["after RCPT TO", /^RCPT/u],
    ["after the mail", /^\.$/u],
  ])("closes %s", async (_, command) => {
    await start((line, socket) => {
      if (!command.test(line)) return undefined;
      socket.destroy();
      return null;
    });
    expect(await mailer.send(MAIL)).toMatchObject({ kind: "retry", isChannelDown: true });
  });

  test("closed an idle connection, and the next mail opens another", async () => {
    const sockets: { destroy: () => void }[] = [];
    await start((line, socket) => {
      if (line === "greeting") sockets.push(socket);
      return undefined;
    });
    await mailer.send(MAIL);
    sockets[0]!.destroy();
    expect(await mailer.send(MAIL)).toEqual({ kind: "delivered" });
    expect(server.mails).toHaveLength(2);
  });

  test("offers STARTTLS and answers with garbage: nothing is sent in plain text", async () => {
    await start((line) => {
      if (line.startsWith("EHLO")) return "250-stand-in\r\n250 STARTTLS";
      return line === "STARTTLS" ? "220 go\r\ngarbage, not TLS" : undefined;
    }, LIMITS);
    expect(await mailer.send(MAIL)).toMatchObject({ kind: "retry", isChannelDown: true });
    expect(server.lines.some((line) => line.startsWith("MAIL"))).toBe(false);
  });

  test("has a certificate that nobody trusts", async () => {
    await start();
    const untrusted = createTlsServer(UNKNOWN_CERTIFICATE).listen(0, "127.0.0.1");
    await once(untrusted, "listening");
    const { port } = untrusted.address() as AddressInfo;
    const encrypted = createMailer({ smtpUrl: `smtps://127.0.0.1:${port}`, from: FROM }, IN_TIME);
    expect(await encrypted.send(MAIL)).toEqual({
      kind: "retry",
      problem: { code: "mailConnectionFailed", detail: "DEPTH_ZERO_SELF_SIGNED_CERT" },
      isChannelDown: true,
    });
    encrypted.close();
    untrusted.close();
  });

  test("is not there", async () => {
    await start();
    await server.stop();
    expect(await mailer.send(MAIL)).toEqual({
      kind: "retry",
      problem: { code: "mailConnectionFailed", detail: "ECONNREFUSED" },
      isChannelDown: true,
    });
    await start();
  });
});

test("settings that are not valid are an error that does not print the password", () => {
  for (const smtpUrl of ["", "https://a:s3cret@b", "smtp://a:s3#cret@b", "smtp://u:s3%cret@b"]) {
    const create = () => createMailer({ smtpUrl, from: FROM });
    expect(create).toThrow("SMTP_URL is not valid. Write it as smtps://user:password@");
    expect(create).not.toThrow(/cret/u);
  }
  for (const from of ["alerts", "a@b\r\nBcc: c@d", "Farm, north <a@b>"]) {
    const create = () => createMailer({ smtpUrl: "smtp://127.0.0.1", from });
    expect(create).toThrow("MAIL_FROM is not an e-mail address.");
  }
});
