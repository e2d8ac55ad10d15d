/** E-mail with mail servers that work and that do not. */

import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { createServer as createTlsServer } from "node:tls";
import { inParallel } from "@greenhouse/domain/in-parallel";
import PostalMime from "postal-mime";
import type { Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { SMTPServerOptions } from "smtp-server";
import { createMailer, MAILS_AT_ONCE } from "../../../jobs/src/delivery/mail.ts";
import type { Mail, Mailer } from "../../../jobs/src/delivery/mail.ts";
import { MAIL_PROBLEMS } from "../../../jobs/src/delivery/mail-problems.ts";
import { PROBLEMS } from "../../../jobs/src/delivery/problems.ts";
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
const IN_TIME = { connectMs: 20_000, inactivityMs: 20_000, sendMs: 20_000 };
const STALLED = {
  kind: "retry",
  problem: MAIL_PROBLEMS.noAnswer,
  isChannelDown: true,
};

interface Caught {
  readonly recipients: readonly string[];
  /** The name in the client's greeting. */
  readonly client: string;
  readonly email: Email;
}

const mails: Caught[] = [];
const sockets = new Set<Socket>();
let opened: number;
let listener: Server;
let mailer: Mailer;

/** Returns a server that catches mails, except where the options replace its handlers. */
function catching(options: SMTPServerOptions = {}): Server {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onData: (stream, { envelope, hostNameAppearsAs }, done) => {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((email) => {
          const recipients = envelope.rcptTo.map(({ address }) => address);
          mails.push({ recipients, client: hostNameAppearsAs, email });
          done();
        });
    },
    ...options,
  });
  server.on("error", () => undefined);
  return server.server;
}

async function start(
  server: Server,
  { limits = IN_TIME, login = "", protocol = "smtp" } = {},
): Promise<void> {
  listener = server.listen(0, "127.0.0.1");
  listener.on("connection", (socket) => {
    opened += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  mailer = createMailer({ smtpUrl: `${protocol}://${login}127.0.0.1:${port}`, from: FROM }, limits);
}

function hangUp(): void {
  for (const socket of sockets) socket.destroy();
}

beforeEach(() => {
  opened = mails.length = 0;
});
afterEach(async () => {
  mailer.close();
  hangUp();
  await new Promise((resolve) => listener.close(resolve));
});

const headersOf = ({ email }: Caught): readonly string[] => email.headers.map(({ key }) => key);

describe("a mail as it arrives", () => {
  test("has the headers of an automatic message that one click ends", async () => {
    await start(catching());
    expect(await mailer.send(MAIL)).toEqual({ kind: "delivered" });
    const [{ email, ...envelope }] = mails as [Caught];
    expect(envelope).toEqual({ recipients: [MAIL.to], client: "farm.example.org" });
    expect(email).toMatchObject({
      from: { name: "Greenhouse", address: "alerts@farm.example.org" },
      to: [{ address: MAIL.to }],
      subject: MAIL.subject,
      messageId: "<-OabcDEF_123.email@farm.example.org>",
      text: expect.stringContaining(MAIL.text),
      html: expect.stringContaining(MAIL.html),
    });
    expect(Object.fromEntries(email.headers.map(({ key, value }) => [key, value]))).toMatchObject({
      "list-unsubscribe": `<${MAIL.unsubscribeUrl}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
      "auto-submitted": "auto-generated",
    });
  });

  test("keeps line breaks and other addresses out of its headers", async () => {
    await start(catching());
    for (const changes of [
      { subject: "Tomatoes\r\nBcc: eve@example.org\nhello" },
      { to: "anna@example.org, eve@example.org" },
      { to: "anna@example.org>\r\nRCPT TO:<eve@example.org" },
      { unsubscribeUrl: "https://a.example/\r\nBcc: eve@example.org" },
      { messageId: "x>\r\nBcc: eve@example.org" },
    ]) {
      await mailer.send({ ...MAIL, ...changes });
    }
    for (const mail of mails) {
      expect(mail.recipients).not.toContain("eve@example.org");
      expect(headersOf(mail)).not.toContain("bcc");
      expect(headersOf(mail).filter((name) => name === "message-id")).toHaveLength(1);
    }
    expect(mails[0]!.email.subject).toBe("Tomatoes Bcc: eve@example.org hello");
    expect(mails.at(-1)!.email.messageId).toBe("<x---Bcc--eve-example.org@farm.example.org>");
  });

  test("a hundred use three connections", async () => {
    await start(catching());
    const ids = Array.from({ length: 100 }, (_, index) => `mail-${index}`);
    await inParallel(ids, MAILS_AT_ONCE, async (messageId) => {
      expect(await mailer.send({ ...MAIL, messageId })).toEqual({ kind: "delivered" });
    });
    expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(100);
    expect(opened).toBe(3);
    mailer.close();
    await expectSoon(async () => Promise.resolve(sockets.size), 0);
  });
});

describe("a server that refuses", () => {
  const refuse =
    (responseCode: number, text: string) =>
    (_: unknown, __: unknown, done: (error: Error) => void): void =>
      done(Object.assign(new Error(text), { responseCode }));
  const gone = "5.1.1 <Anna.Gruen@example.org>: no such user ANNA.gruen https://help.example/?q=1";

  test.each<[string, SMTPServerOptions, string, string]>([
    [
      "a recipient for good",
      { onRcptTo: refuse(550, gone) },
      "refused",
      "550 5.1.1 … no such user … …",
    ],
    ["a recipient for now", { onRcptTo: refuse(450, "Greylisted") }, "retry", "450 Greylisted"],
    ["the content for good", { onData: refuse(554, "spam") }, "refused", "554 spam"],
    [
      "the sender, which the operator corrects",
      { onMailFrom: refuse(553, "sender") },
      "retry",
      "553 sender",
    ],
  ])("%s", async (_, handler, kind, detail) => {
    await start(catching(handler));
    expect(await mailer.send(MAIL)).toEqual({
      kind,
      problem: { ...MAIL_PROBLEMS.serverSaid, detail },
    });
  });

  test("the login", async () => {
    const onAuth = refuse(535, "5.7.8 robot:secret is wrong");
    await start(catching({ onAuth }), { login: "robot:secret@" });
    expect(await mailer.send(MAIL)).toEqual({
      kind: "retry",
      problem: MAIL_PROBLEMS.login,
      isChannelDown: true,
    });
  });

  test("an invalid address", async () => {
    await start(catching());
    const problem = PROBLEMS.addressInvalid;
    expect(await mailer.send({ ...MAIL, to: "" })).toEqual({ kind: "refused", problem });
    expect(await mailer.send(MAIL)).toEqual({ kind: "delivered" });
  });
});

describe("a server that stalls or closes", () => {
  const stalling = (): Server => catching({ onData: (stream) => stream.resume() });

  test.each<[string, () => Server, Partial<typeof IN_TIME>]>([
    ["before the greeting", () => catching({ onConnect: () => undefined }), { connectMs: 300 }],
    ["after the mail", stalling, { inactivityMs: 300 }],
    ["until the time limit of a mail", stalling, { inactivityMs: 600_000, sendMs: 300 }],
  ])("stalls %s", async (_, server, limits) => {
    await start(server(), { limits: { ...IN_TIME, ...limits } });
    expect(await mailer.send(MAIL)).toEqual(STALLED);
    await expectSoon(async () => Promise.resolve(sockets.size), 0);
  });

  test.each(["onConnect", "onData"])("closes at %s", async (handler) => {
    await start(catching({ [handler]: hangUp }));
    expect(await mailer.send(MAIL)).toMatchObject({ kind: "retry", isChannelDown: true });
  });

  test("closed an idle connection, and the next mail opens another", async () => {
    await start(catching());
    await mailer.send(MAIL);
    hangUp();
    expect(await mailer.send(MAIL)).toEqual({ kind: "delivered" });
    expect(mails).toHaveLength(2);
  });

  test("offers STARTTLS and answers with garbage: nothing is sent in plain text", async () => {
    let received = "";
    const server = createServer((socket) => {
      socket.write("220 stand-in\r\n");
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1");
        if (received.endsWith("STARTTLS\r\n")) socket.write("220 go\r\ngarbage, not TLS\r\n");
        else if (received.startsWith("EHLO")) socket.write("250-stand-in\r\n250 STARTTLS\r\n");
      });
    });
    await start(server, { limits: { ...IN_TIME, sendMs: 900 } });
    expect(await mailer.send(MAIL)).toMatchObject({ kind: "retry", isChannelDown: true });
    expect(received).not.toContain("MAIL");
  });

  test("has a certificate that nobody trusts", async () => {
    await start(createTlsServer(UNKNOWN_CERTIFICATE), { protocol: "smtps" });
    expect(await mailer.send(MAIL)).toEqual({
      kind: "retry",
      problem: { ...MAIL_PROBLEMS.connectionFailed, detail: "DEPTH_ZERO_SELF_SIGNED_CERT" },
      isChannelDown: true,
    });
  });

  test("is not there", async () => {
    await start(catching());
    await new Promise((resolve) => listener.close(resolve));
    expect(await mailer.send(MAIL)).toEqual({
      kind: "retry",
      problem: { ...MAIL_PROBLEMS.connectionFailed, detail: "ECONNREFUSED" },
      isChannelDown: true,
    });
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
