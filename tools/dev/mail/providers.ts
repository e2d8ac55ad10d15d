/**
 * Takes Telegram messages, text messages and calls in place of their providers, and shows them in the inbox like mail. The
 * jobs on the emulators send them here (jobs/src/channels/parameters.ts).
 */

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Address, Inbox } from "./inbox.ts";

interface Taken {
  readonly by: string;
  readonly to: string;
  readonly text: string;
}

const TELEGRAM = /^\/bot[^/]+\/sendMessage$/u;
const PHONE = /^\/2010-04-01\/Accounts\/[^/]+\/(Messages|Calls)\.json$/u;

/** Returns false if no provider has this path. */
export function takeMessage(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  inbox: Inbox,
): boolean {
  const resource = PHONE.exec(path)?.[1];
  if (resource === undefined && !TELEGRAM.test(path)) return false;
  void take(request, resource).then(
    (taken) => {
      add(inbox, taken);
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"ok":true}');
    },
    () => response.writeHead(400).end("The message cannot be read.\n"),
  );
  return true;
}

async function take(request: IncomingMessage, resource: string | undefined): Promise<Taken> {
  const body = await text(request);
  return resource === undefined ? telegramOf(body) : phoneOf(resource, body);
}

function telegramOf(body: string): Taken {
  const { chat_id: to, text: said } = JSON.parse(body) as {
    readonly chat_id: string;
    readonly text: string;
  };
  return { by: "Telegram", to, text: said };
}

function phoneOf(resource: string, body: string): Taken {
  const parameters = new URLSearchParams(body);
  const to = parameters.get("To") ?? "";
  if (resource === "Messages") return { by: "SMS", to, text: parameters.get("Body") ?? "" };
  return { by: "Call", to, text: parameters.get("Twiml") ?? "" };
}

function add(inbox: Inbox, { by, to, text: said }: Taken): void {
  const named = (address: string): readonly Address[] => [{ address, name: "" }];
  const mail = { messageId: "", html: "", headers: {}, receivedAt: Date.now() };
  inbox.add(
    { ...mail, id: randomUUID(), from: named(by), to: named(to), subject: by, text: said },
    Buffer.byteLength(said),
  );
}
