/** A mail server of a few lines that can misbehave at any command. */

import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface ReceivedMail {
  readonly from: string;
  readonly to: string;
  /** Headers and body as they were sent. */
  readonly data: string;
}

/**
 * The answer of the server to a line, instead of the usual one. Null: it never answers.
 * @param line `greeting` as the connection opens, `.` after the data of a mail
 */
export type Misbehaviour = (line: string, socket: Socket) => string | null | undefined;

export interface SmtpServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Every line of every connection, without the data. */
  readonly lines: readonly string[];
  readonly connections: () => {
    readonly ever: number;
    readonly atMost: number;
    readonly open: number;
  };
  stop(): Promise<void>;
}

const USUAL: readonly (readonly [command: RegExp, answer: string])[] = [
  [/^greeting$/u, "220 stand-in"],
  [/^EHLO/u, "250-stand-in\r\n250-8BITMIME\r\n250 AUTH PLAIN"],
  [/^AUTH/u, "235 welcome"],
  [/^DATA/u, "354 go on"],
  [/^QUIT/u, "221 bye"],
  [/./u, "250 fine"],
];

export async function startSmtpServer(
  misbehave: Misbehaviour = () => undefined,
): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const count = { ever: 0, atMost: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    count.ever += 1;
    count.atMost = Math.max(count.atMost, sockets.size);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    let envelope = { from: "", to: "" };
    let data: string[] | undefined;
    let rest = "";
    const take = (line: string) => {
      if (data !== undefined && line !== ".") {
        data.push(line);
        return;
      }
      if (data === undefined) lines.push(line);
      const misbehavior = misbehave(line, socket);
      if (line.startsWith("MAIL FROM:")) envelope = { from: line.slice(10), to: "" };
      if (line.startsWith("RCPT TO:")) envelope.to += line.slice(8);
      const answer =
        misbehavior === undefined
          ? USUAL.find(([command]) => command.test(line))?.[1]
          : misbehavior;
      if (line === "." && data !== undefined && answer?.startsWith("2") === true) {
        mails.push({ ...envelope, data: data.join("\r\n") });
      }
      data = line === "DATA" && answer?.startsWith("3") === true ? [] : undefined;
      if (typeof answer === "string") socket.write(`${answer}\r\n`);
    };
    take("greeting");
    socket.on("data", (chunk) => {
      rest += chunk.toString();
      const complete = rest.split("\r\n");
      rest = complete.pop() ?? "";
      for (const line of complete) take(line);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    lines,
    connections: () => ({ ...count, open: sockets.size }),
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
