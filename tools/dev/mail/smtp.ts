/** Accepts mail over SMTP from any sender to any recipient, and delivers none of it. */

import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import type { Email, Address as ParsedAddress } from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import { MAX_BYTES } from "./inbox.ts";
import type { Address, CaughtMail, Inbox } from "./inbox.ts";

/** Further clients get an answer that asks them to retry later. */
const MAX_CLIENTS = 50;
/** The SMTP code for the permanent refusal of a message. */
const TRANSACTION_FAILED = 554;

/** @param now Unix milliseconds */
export function createSmtpServer(inbox: Inbox, now: () => number): SMTPServer {
  const server = new SMTPServer({
    name: "localhost",
    banner: "every message is caught, none is delivered",
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_BYTES,
    rejectOversized: true,
    maxClients: MAX_CLIENTS,
    logger: false,
    onData: (stream, session, done) => {
      receive(stream, session).then(
        () => done(),
        (error: unknown) => done(refusalOf(error)),
      );
    },
  });

  async function receive(
    stream: SMTPServerDataStream,
    { envelope }: SMTPServerSession,
  ): Promise<void> {
    const raw = await readBounded(stream);
    if (raw === undefined) return;
    const email = await PostalMime.parse(raw, { forceRfc822Attachments: true });
    const mail = mailOf(email, envelope.rcptTo, now());
    inbox.add(mail, raw.length);
  }

  // A client that drops its connection is not an error of the server.
  server.on("error", () => undefined);
  return server;
}

/** Undefined if the message is too large; the rest is read and discarded, and the server refuses the message. */
async function readBounded(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (stream.sizeExceeded) chunks.length = 0;
    else chunks.push(chunk);
  }
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks);
}

function refusalOf(error: unknown): Error & { responseCode: number } {
  const reason = error instanceof Error ? error.message : String(error);
  return Object.assign(new Error(`The message cannot be read: ${reason}`), {
    responseCode: TRANSACTION_FAILED,
  });
}

function mailOf(
  email: Email,
  recipients: readonly SMTPServerAddress[],
  receivedAt: number,
): CaughtMail {
  const named = addressesOf(email.to ?? []);
  const headers = new Map<string, string>();
  for (const { key, value } of email.headers) {
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}\n${value}`);
  }
  return {
    id: randomUUID(),
    messageId: email.messageId ?? "",
    from: addressesOf(email.from === undefined ? [] : [email.from]),
    to: named.length > 0 ? named : recipients.map(({ address }) => ({ address, name: "" })),
    subject: email.subject ?? "",
    text: email.text ?? "",
    html: email.html ?? "",
    headers: Object.fromEntries(headers),
    receivedAt,
  };
}

function addressesOf(parsed: readonly ParsedAddress[]): readonly Address[] {
  return parsed
    .flatMap((address) => address.group ?? [address])
    .map(({ address, name }) => ({ address, name }));
}
