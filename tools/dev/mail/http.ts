/**
 * The inbox over HTTP: a plain list for people, JSON for programs. It answers only requests to this
 * machine's own names. So a foreign web page whose name resolves to this machine (DNS rebinding)
 * cannot read the mail.
 */

import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { HOST } from "../processes/ports.ts";
import type { Address, CaughtMail, Inbox } from "./inbox.ts";
import { takeMessage } from "./providers.ts";

/** Prevents other sites from using the responses. */
const HEADERS = {
  "Cache-Control": "no-store",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
} as const;

export function createInboxServer(inbox: Inbox): Server {
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (!isOwnHost(request)) {
      const port = request.socket.localPort ?? 0;
      answer(response, 403, `The inbox answers only at http://${HOST}:${port}.\n`);
      return;
    }
    const [path = ""] = (request.url ?? "").split("?");
    switch (`${request.method ?? ""} ${path}`) {
      case "GET /":
        // In seconds. A page that somebody keeps open shows what arrives.
        response.setHeader("Refresh", "3");
        answer(response, 200, listOf(inbox.messages));
        return;
      case "GET /email":
        answer(response, 200, JSON.stringify(inbox.messages), "application/json");
        return;
      case "DELETE /email/all":
        inbox.clear();
        answer(response, 200, "true", "application/json");
        return;
      default:
        if (request.method === "POST" && takeMessage(path, request, response, inbox)) return;
        answer(response, 404, "Available: GET /, GET /email and DELETE /email/all.\n");
    }
  });
}

/** Checks the Host header, in which a browser always sends the name that it requested. */
function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const { localPort = 0 } = socket;
  return headers.host === `${HOST}:${localPort}` || headers.host === `localhost:${localPort}`;
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = "text/plain; charset=utf-8",
): void {
  response.writeHead(status, { "Content-Type": type }).end(text);
}

/** The newest first. It is plain text, so that nothing in a message does anything in a browser. */
function listOf(messages: readonly CaughtMail[]): string {
  const head = "Caught messages, the newest first. /email has all as JSON.\n";
  const all = messages
    .toReversed()
    .map(
      ({ receivedAt, from, to, subject, text }) =>
        `${"-".repeat(80)}\n${new Date(receivedAt).toISOString()}  ${namesOf(from)} -> ${namesOf(to)}\n${subject}\n\n${text.trimEnd()}\n`,
    );
  return [head, ...(all.length > 0 ? all : ["No messages yet.\n"])].join("\n");
}

function namesOf(addresses: readonly Address[]): string {
  return addresses.map(({ address }) => address).join(", ");
}
