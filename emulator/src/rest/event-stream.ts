/**
 * Event streams: a GET with `Accept: text/event-stream` is told what stands there, then every change of it.
 * Source: https://firebase.google.com/docs/reference/rest/database#section-streaming
 */

import type { ServerResponse } from "node:http";
import type { Actor } from "../database/actor";
import { tokenLifetimeMs } from "../database/token";
import type { Change } from "../database/change";
import type { Listener } from "../database/listeners";
import { nodeToJson } from "../tree/json";
import { changeEvent, eventText, PERMISSION_LOST, putEvent, TOKEN_EXPIRED } from "./change-event";
import type { DataRequest } from "./data";
import { parseQuery } from "./query-parameters";
import { missingIndexReply } from "./read";
import { CORS_HEADERS, errorReply, MAX_BODY_BYTES, PERMISSION_DENIED } from "./reply";
import type { Reply } from "./reply";

export interface EventStreamOptions {
  /** Server time in Unix milliseconds. */
  readonly now: () => number;
  readonly keepAliveMs: number;
}

/** The streams that are open. */
export class EventStreams {
  private readonly responses = new Set<ServerResponse>();

  constructor(private readonly options: EventStreamOptions) {}

  /** Starts a stream; where it may not be, the answer that says why. */
  open(data: DataRequest, response: ServerResponse): Reply | undefined {
    const { request, options, database, path, actor } = data;
    const query = parseQuery(request.search);
    if (!query.ok) return errorReply(400, query.problem);
    const listener: Listener = {
      onChange: (change: Change) => send(response, changeEvent(change, path, options.isExport)),
      onRevoked: () => void response.end(PERMISSION_LOST),
    };
    const listened = database.listen(path, query.params, actor, listener);
    if (listened.status === "denied") return PERMISSION_DENIED;
    const { listening } = listened;
    if (listening.missingIndex !== undefined) {
      listening.stop();
      return missingIndexReply(listening.missingIndex, path);
    }
    this.keep(response, actor, () => listening.stop());
    response.writeHead(200, {
      ...CORS_HEADERS,
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache",
    });
    send(response, putEvent([], JSON.stringify(nodeToJson(listening.node, options.isExport))));
    return undefined;
  }

  closeAll(): void {
    for (const response of this.responses) response.end();
  }

  /** Keeps a stream alive until its connection ends, or the right to it does. */
  private keep(response: ServerResponse, actor: Actor, stop: () => void): void {
    const keepAlive = setInterval(
      () => send(response, eventText("keep-alive", "null")),
      this.options.keepAliveMs,
    );
    const lifetimeMs = tokenLifetimeMs(actor, this.options.now());
    const expiry =
      lifetimeMs === undefined
        ? undefined
        : setTimeout(() => void response.end(TOKEN_EXPIRED), lifetimeMs);
    this.responses.add(response);
    response.on("close", () => {
      clearInterval(keepAlive);
      clearTimeout(expiry);
      stop();
      this.responses.delete(response);
    });
  }
}

/** A client that does not read what it asked for is cut off; it may ask again and then begins afresh. */
function send(response: ServerResponse, event: string | Buffer | undefined): void {
  if (event === undefined || response.writableEnded) return;
  if (response.writableLength > MAX_BODY_BYTES) response.destroy();
  else response.write(event);
}
