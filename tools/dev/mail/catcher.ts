/**
 * Catches the stack's mail: SMTP on one port, the inbox on another, both reachable only from this machine. Nothing is
 * delivered, and nothing is kept after the process ends.
 */

import type { Server } from "node:net";
import { HOST } from "../processes/ports.ts";
import { StackError } from "../processes/stack-error.ts";
import { createInboxServer } from "./http.ts";
import { Inbox } from "./inbox.ts";
import type { CaughtMail } from "./inbox.ts";
import { createSmtpServer } from "./smtp.ts";

export interface MailCatcher {
  readonly smtpUrl: string;
  readonly inboxUrl: string;
  /** In order of arrival. */
  readonly messages: () => readonly CaughtMail[];
  /** Resolves with the oldest matching message, or waits for the next one. */
  readonly untilCaught: (isWanted?: (mail: CaughtMail) => boolean) => Promise<CaughtMail>;
  readonly clear: () => void;
  readonly close: () => Promise<void>;
}

export interface CatcherSettings {
  /** 0 means any free port. */
  readonly smtpPort: number;
  /** 0 means any free port. */
  readonly httpPort: number;
  /** Unix milliseconds. */
  readonly now?: () => number;
}

/** @throws StackError when a port is taken */
export async function startMailCatcher({
  smtpPort,
  httpPort,
  now = Date.now,
}: CatcherSettings): Promise<MailCatcher> {
  const inbox = new Inbox();
  const smtp = createSmtpServer(inbox, now);
  const http = createInboxServer(inbox);
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => http.close(() => resolve()));
    http.closeAllConnections();
    for (const connection of smtp.connections) connection._socket.destroy();
    await Promise.all([closed, new Promise<void>((resolve) => smtp.close(() => resolve()))]);
  };
  try {
    const [smtpAt, httpAt] = [await listen(smtp.server, smtpPort), await listen(http, httpPort)];
    return {
      smtpUrl: `smtp://${HOST}:${smtpAt}`,
      inboxUrl: `http://${HOST}:${httpAt}`,
      messages: () => inbox.messages,
      untilCaught: (isWanted = () => true) => untilCaught(inbox, isWanted),
      clear: () => inbox.clear(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @returns the port */
function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const isTaken = cause.code === "EADDRINUSE";
      reject(isTaken ? new StackError(`Port ${port} of caught mail is taken.`, { cause }) : cause);
    });
    server.listen(port, HOST, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

function untilCaught(inbox: Inbox, isWanted: (mail: CaughtMail) => boolean): Promise<CaughtMail> {
  return new Promise((resolve) => {
    const resolveIfCaught = (): boolean => {
      const found = inbox.messages.find(isWanted);
      if (found !== undefined) resolve(found);
      return found !== undefined;
    };
    if (resolveIfCaught()) return;
    const end = inbox.onChange(() => {
      if (resolveIfCaught()) end();
    });
  });
}
