/**
 * REST: the requests that clients send over plain HTTP, and the pages for people.
 * Source: https://firebase.google.com/docs/reference/rest/database
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { Dispatcher, type RestContext } from "./dispatcher";
import { EventStreams } from "./event-stream";
import { errorReply, sendReply } from "./reply";

export interface RestHandler {
  /** Answers a request, whatever it holds. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Ends the event streams that are open. */
  close(): void;
}

const DEFAULT_KEEP_ALIVE_MS = 30_000;

export function createRestHandler(context: RestContext): RestHandler {
  const streams = new EventStreams({
    now: context.now,
    keepAliveMs: context.keepAliveMs ?? DEFAULT_KEEP_ALIVE_MS,
  });
  const dispatcher = new Dispatcher(context, streams);
  return {
    handle: (message, response) => {
      dispatcher.answer(message, response).then(
        (reply) => {
          if (reply !== undefined) sendReply(response, reply);
        },
        (error: unknown) => sendFault(response, error),
      );
    },
    close: () => streams.closeAll(),
  };
}

/** A fault of the emulator itself, such as a full disk: the client that met it receives the message. */
function sendFault(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else sendReply(response, errorReply(500, `The emulator failed: ${String(error)}`));
}
