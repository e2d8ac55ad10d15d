/**
 * Takes messages and calls in place of their providers, and shows them in the inbox like mail. The jobs on the emulators
 * send them here (jobs/src/channels/parameters.ts).
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

type Reader = (body: string, path: string) => Taken;

/** The paths of the providers. The first that fits reads the request. */
const PROVIDERS: readonly (readonly [path: RegExp, read: Reader])[] = [
  [/^\/bot[^/]+\/sendMessage$/u, (body) => readJson("Telegram", body, "chat_id")],
  [/^\/2010-04-01\/Accounts\/[^/]+\/Messages\.json$/u, (body) => readForm("SMS", body, "Body")],
  [/^\/2010-04-01\/Accounts\/[^/]+\/Calls\.json$/u, (body) => readForm("Call", body, "Twiml")],
  // A provider that takes JSON with `to` and `text`, under the name of its channel.
  [/^\/[a-z]+$/u, (body, path) => readJson(path.slice(1), body, "to")],
];

/** Returns false if no provider has this path. */
export function takeMessage(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  inbox: Inbox,
): boolean {
  const [, read] = PROVIDERS.find(([pattern]) => pattern.test(path)) ?? [];
  if (read === undefined) return false;
  void text(request)
    .then((body) => add(inbox, read(body, path)))
    .then(
      () => response.writeHead(200, { "Content-Type": "application/json" }).end('{"ok":true}'),
      () => response.writeHead(400).end("The message cannot be read.\n"),
    );
  return true;
}

/** @throws Error if the body is not JSON with these texts */
function readJson(by: string, body: string, addressField: string): Taken {
  const fields = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const { [addressField]: to, text: said } = fields;
  if (typeof to === "string" && typeof said === "string") return { by, to, text: said };
  throw new Error(`The message needs ${addressField} and text.`);
}

function readForm(by: string, body: string, textField: string): Taken {
  const parameters = new URLSearchParams(body);
  return { by, to: parameters.get("To") ?? "", text: parameters.get(textField) ?? "" };
}

function add(inbox: Inbox, { by, to, text: said }: Taken): void {
  const named = (address: string): readonly Address[] => [{ address, name: "" }];
  const mail = { messageId: "", html: "", headers: {}, receivedAt: Date.now() };
  inbox.add(
    { ...mail, id: randomUUID(), from: named(by), to: named(to), subject: by, text: said },
    Buffer.byteLength(said),
  );
}
