/**
 * The inbox over HTTP: a page for people, JSON for programs. It answers only requests to this machine's own names, so
 * that a foreign web page whose name resolves to this machine (DNS rebinding) cannot read the mail.
 */

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { inlinePage } from "../../../emulator/scripts/inline-page.cjs";
import { HOST } from "../ports.ts";
import { fromRoot } from "../project.ts";
import type { Inbox } from "./inbox.ts";

const PAGE = fromRoot("scripts/stack/mail/page/inbox.html");

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
  const readPage = lazily(makePage);
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (!isOwnHost(request)) {
      const port = request.socket.localPort ?? 0;
      answer(response, 403, `The inbox answers at http://${HOST}:${port} alone.\n`);
      return;
    }
    const [path = ""] = (request.url ?? "").split("?");
    switch (`${request.method ?? ""} ${path}`) {
      case "GET /": {
        const { text, policy } = readPage();
        response.setHeader("Content-Security-Policy", policy);
        answer(response, 200, text, "text/html; charset=utf-8");
        return;
      }
      case "GET /email":
        answer(response, 200, JSON.stringify(inbox.messages), "application/json");
        return;
      case "DELETE /email/all":
        inbox.clear();
        answer(response, 200, "true", "application/json");
        return;
      case "GET /changes":
        sendChanges(inbox, response);
        return;
      default:
        answer(response, 404, "There are GET /, GET /email and DELETE /email/all.\n");
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

/** Sends an event stream with an event whenever the messages change. */
function sendChanges(inbox: Inbox, response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
  const end = inbox.onChange(() => response.write("data: changed\n\n"));
  response.once("close", end);
}

/** The page may run only its own script. The frame of a message inherits this policy: no scripts, no loading. */
function makePage(): { readonly text: string; readonly policy: string } {
  const text = inlinePage(PAGE);
  const [, script = ""] = /<script>([^]*?)<\/script>/.exec(text) ?? [];
  const digest = createHash("sha256").update(script).digest("base64");
  const policy = [
    ...["default-src 'none'", `script-src 'sha256-${digest}'`, "connect-src 'self'"],
    // HTML messages use inline styles.
    ...["style-src 'unsafe-inline'", "img-src data:"],
    ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
  ];
  return { text, policy: policy.join("; ") };
}

function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
