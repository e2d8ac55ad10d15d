/** GET as an event stream. Source: https://firebase.google.com/docs/reference/rest/database#section-streaming */

import type { ServerResponse } from "node:http";
import { type Actor, ADMIN, tokenLifetimeMs } from "../database/actor";
import type { Change } from "../database/change";
import type { Listener } from "../database/listeners";
import { ALL } from "../query/params";
import { missingIndexProblem } from "../query/sort-index";
import { nodeToJson } from "../tree/json";
import { stringifyJson } from "../tree/json-text";
import { formatPath, type Path, ROOT } from "../tree/path";
import type { DataRequest, Scope } from "./data";
import { parseQuery } from "./query-parameters";
import { CORS_HEADERS, errorReply, MAX_BODY_BYTES, PERMISSION_DENIED, type Reply } from "./reply";

const NO_CONNECTION = errorReply(400, "An event stream needs a connection.");

export class EventStreams {
  private readonly responses = new Set<ServerResponse>();

  /** @param now server time in Unix milliseconds */
  constructor(
    private readonly now: () => number,
    private readonly keepAliveMs = 30_000,
  ) {}

  /** Starts a stream. @returns the answer that says why a stream is refused */
  open({ request, options, database, path, actor }: DataRequest): Reply | undefined {
    const { response } = request;
    if (response === undefined) return NO_CONNECTION;
    const query = parseQuery(request.search);
    if (typeof query === "string") return errorReply(400, query);
    const listener: Listener = {
      onChange: (change) => {
        for (const event of changeEvents(change, path, options.isExport)) send(response, event);
      },
      onRevoked: () => void response.end(PERMISSION_LOST),
    };
    const listened = database.listen(path, query, actor, listener);
    if (listened.status === "denied") return PERMISSION_DENIED;
    const { listening } = listened;
    if (listening.missingIndex !== undefined) {
      listening.stop();
      return errorReply(400, missingIndexProblem(listening.missingIndex, path));
    }
    this.begin(response, actor, () => listening.stop());
    send(response, putEvent([], stringifyJson(nodeToJson(listening.node, options.isExport))));
    return undefined;
  }

  /** Starts a stream for an admin. Its `changed` events have a list of changed paths, without values. */
  openChangedPaths({ database, request: { response } }: Scope): Reply | undefined {
    if (response === undefined) return NO_CONNECTION;
    const changed = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    const report = (): void => {
      timer = undefined;
      const paths = changed.size > MAX_PATHS ? [formatPath(ROOT)] : [...changed];
      changed.clear();
      send(response, eventText("changed", JSON.stringify(paths)));
    };
    const listener: Listener = {
      onChange: (change) => {
        for (const [path] of change.values) changed.add(formatPath(path));
        timer ??= setTimeout(report, GATHERED_MS);
      },
      onRevoked: () => void response.end(),
    };
    const listened = database.listen(ROOT, ALL, ADMIN, listener);
    if (listened.status === "denied") throw new Error("an admin was denied to listen");
    this.begin(response, ADMIN, () => {
      clearTimeout(timer);
      listened.listening.stop();
    });
    return undefined;
  }

  closeAll(): void {
    for (const response of this.responses) response.end();
  }

  /** Begins a stream and keeps it alive until its connection ends or its token expires. */
  private begin(response: ServerResponse, actor: Actor, stop: () => void): void {
    const keepAlive = setInterval(
      () => send(response, eventText("keep-alive", "null")),
      this.keepAliveMs,
    );
    const lifetimeMs = tokenLifetimeMs(actor, this.now());
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
    response.writeHead(200, {
      ...CORS_HEADERS,
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache",
    });
    response.flushHeaders();
  }
}

/** Changes within this time are sent as one event. */
const GATHERED_MS = 100;
/** If more paths change, the root is reported instead. */
const MAX_PATHS = 1000;

/** Sends an event. Disconnects a client that does not read its stream; when it reconnects, it gets all data again. */
function send(response: ServerResponse, event: string | Buffer): void {
  if (response.writableEnded) return;
  if (response.writableLength > MAX_BODY_BYTES) response.destroy();
  else response.write(event);
}

function eventText(name: string, data: string): string {
  return `event: ${name}\ndata: ${data}\n\n`;
}

const PERMISSION_LOST = eventText("cancel", JSON.stringify("Permission denied."));
const TOKEN_EXPIRED = eventText("auth_revoked", JSON.stringify("The token has expired."));

function putEvent(path: Path, json: string): string {
  return eventText("put", payload(path, json));
}

function payload(path: Path, json: string): string {
  return `{"path":${JSON.stringify(formatPath(path))},"data":${json}}`;
}

/**
 * Returns the events of a change for a stream at `base`. Skips changes of priorities that the stream does not show.
 */
function changeEvents(change: Change, base: Path, isExport: boolean): readonly Buffer[] {
  return change.encodedAs(`events ${base.length} ${isExport}`, () => {
    const event = toEvent(change, base, isExport);
    return event === undefined ? [] : [Buffer.from(event)];
  });
}

function toEvent(change: Change, base: Path, isExport: boolean): string | undefined {
  const values = change.values
    .filter(([path]) => isExport || path.at(-1) !== ".priority")
    .map(([path, node]) => ({
      path: path.slice(base.length),
      json: stringifyJson(nodeToJson(node, isExport)),
    }));
  const [first] = values;
  if (first === undefined) return undefined;
  if (!change.isMerge) return putEvent(first.path, first.json);
  const shared = sharedParent(values.map(({ path }) => path));
  const members = values.map(
    ({ path, json }) => `${JSON.stringify(path.slice(shared.length).join("/"))}:${json}`,
  );
  return eventText("patch", payload(shared, `{${members.join(",")}}`));
}

/** Returns the longest path above all of `paths`, so that the keys of a patch are short. */
function sharedParent(paths: readonly Path[]): Path {
  const [first = []] = paths;
  let length = 0;
  while (paths.every((path) => path.length > length + 1 && path[length] === first[length])) {
    length += 1;
  }
  return first.slice(0, length);
}
