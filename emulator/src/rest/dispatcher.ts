/** Finds out what a request is for, checks its form, and has it answered. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Database } from "../database";
import viewerTemplate from "../../viewer/viewer.html";
import { namespaceOf, type Namespaces } from "../namespaces";
import type { Path } from "../tree/path";
import { readBody } from "./body";
import { coveragePage, coverageReply } from "./coverage";
import { actorOf } from "./credentials";
import { type DataRequest, etagProblem } from "./data";
import type { EventStreams } from "./event-stream";
import { escapeHtml, pageReply } from "./html";
import { levelReply } from "./level";
import { parseOptions } from "./options";
import { readData } from "./read";
import {
  errorReply,
  jsonReply,
  MAX_BODY_BYTES,
  methodNotAllowed,
  PERMISSION_DENIED,
  preflightReply,
  type Reply,
} from "./reply";
import { parseRequest, type RestRequest, routeOf } from "./request";
import { readRules, writeRules } from "./rules-settings";
import { deleteData, patchData, postData, putData } from "./write";

export interface RestContext {
  readonly namespaces: Namespaces;
  /** The namespace of requests that name none. */
  readonly defaultNamespace?: string;
  /** Server time in Unix milliseconds. */
  readonly now: () => number;
  /** Makes the name of a child that is pushed, from Unix milliseconds. */
  readonly createPushId: (now: number) => string;
  /** How often an event stream says that it is alive, in milliseconds; 30 s by default. */
  readonly keepAliveMs?: number;
}

const READS = ["GET", "HEAD"] as const;
const DATA_METHODS = [...READS, "PUT", "POST", "PATCH", "DELETE"] as const;

/** What a route answers; undefined where the response is under way already, or the client is gone. */
type Answer = Reply | undefined | Promise<Reply | undefined>;

export class Dispatcher {
  constructor(
    private readonly context: RestContext,
    private readonly streams: EventStreams,
  ) {}

  async answer(message: IncomingMessage, response: ServerResponse): Promise<Reply | undefined> {
    const request = parseRequest(message);
    if (request.method === "OPTIONS") return preflightReply(request.headers);
    const route = routeOf(request.pathname);
    switch (route.kind) {
      case "data":
        return this.answerData(request, route.path, message, response);
      case "rules":
        return this.answerRules(request, message);
      case "coverage":
        return readOnly(request, () => this.withDatabase(request, coverageReply));
      case "coveragePage":
        return readOnly(request, () =>
          this.withDatabase(request, (database, name) => coveragePage(database, name)),
        );
      case "databases":
        return readOnly(request, () => this.databases());
      case "level":
        return readOnly(request, () =>
          this.withAdmin(request, (database) => levelReply(database, request.search)),
        );
      case "changes":
        if (request.method !== "GET") return methodNotAllowed(request.method, ["GET"]);
        return this.withAdmin(request, (database) =>
          this.streams.openChangedPaths(database, response),
        );
      case "viewer":
        return readOnly(request, () => this.viewerPage());
      case "invalid":
        return errorReply(400, route.problem);
      case "socket":
        return errorReply(426, "This address is for WebSockets.", { Upgrade: "websocket" });
      case "longPolling":
        return errorReply(400, "This emulator has no long polling. Connect with a WebSocket.");
      case "unknown":
        return errorReply(404, "append .json to your request URI to use the REST API.");
    }
  }

  private answerData(
    request: RestRequest,
    path: Path,
    message: IncomingMessage,
    response: ServerResponse,
  ): Answer {
    const { method } = request;
    if (!isOneOf(DATA_METHODS, method)) return methodNotAllowed(method, DATA_METHODS);
    return this.withDatabase(request, (database) => {
      const parsed = parseOptions(request);
      if (!parsed.ok) return errorReply(400, parsed.problem);
      const problem = etagProblem(request);
      if (problem !== undefined) return errorReply(400, problem);
      const credentials = actorOf(request);
      if (!credentials.ok) return credentials.reply;
      const { actor } = credentials;
      const data = { request, options: parsed.options, database, path, actor };
      switch (method) {
        case "GET":
          return wantsEvents(request) ? this.streams.open(data, response) : readData(data);
        case "HEAD":
          return readData(data);
        case "DELETE":
          return deleteData(data);
        default:
          return withBody(message, (bytes) => this.write(method, data, bytes));
      }
    });
  }

  private write(method: "PUT" | "POST" | "PATCH", data: DataRequest, bytes: Buffer): Reply {
    switch (method) {
      case "PUT":
        return putData(data, bytes);
      case "PATCH":
        return patchData(data, bytes);
      case "POST":
        return postData(data, bytes, () => this.context.createPushId(this.context.now()));
    }
  }

  private answerRules(request: RestRequest, message: IncomingMessage): Answer {
    return this.withDatabase(request, (database) => {
      const credentials = actorOf(request);
      if (!credentials.ok) return credentials.reply;
      const { actor } = credentials;
      if (isOneOf(READS, request.method)) return readRules(database, request, actor);
      if (request.method !== "PUT") return methodNotAllowed(request.method, [...READS, "PUT"]);
      return withBody(message, (bytes) => writeRules(database, request, actor, bytes));
    });
  }

  /** As `firebase emulators:export` asks for them. */
  private databases(): Reply {
    const { names } = this.context.namespaces;
    return jsonReply(
      200,
      names.map((name) => ({ name })),
    );
  }

  private viewerPage(): Reply {
    const { defaultNamespace = "" } = this.context;
    return pageReply(viewerTemplate, { namespace: escapeHtml(defaultNamespace) });
  }

  /** For what shows data past the rules. */
  private withAdmin(request: RestRequest, answer: (database: Database) => Answer): Answer {
    return this.withDatabase(request, (database) => {
      const credentials = actorOf(request);
      if (!credentials.ok) return credentials.reply;
      return credentials.actor.isAdmin ? answer(database) : PERMISSION_DENIED;
    });
  }

  private withDatabase(
    request: RestRequest,
    answer: (database: Database, name: string) => Answer,
  ): Answer {
    const { defaultNamespace, namespaces } = this.context;
    const url = new URL(`http://localhost/?${request.search.toString()}`);
    const name = namespaceOf(url, request.headers.host, defaultNamespace);
    return name === undefined
      ? errorReply(400, "Name a database: add ?ns=<name>, of letters, digits, - and _.")
      : answer(namespaces.get(name), name);
  }
}

function readOnly({ method }: RestRequest, answer: () => Answer): Answer {
  return isOneOf(READS, method) ? answer() : methodNotAllowed(method, READS);
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}

function wantsEvents({ headers }: RestRequest): boolean {
  return headers.accept?.includes("text/event-stream") === true;
}

async function withBody(
  message: IncomingMessage,
  answer: (bytes: Buffer) => Reply,
): Promise<Reply | undefined> {
  const body = await readBody(message, MAX_BODY_BYTES);
  switch (body.status) {
    case "ok":
      return answer(body.bytes);
    case "too large":
      return errorReply(
        400,
        "Data to write exceeds the maximum size that can be modified with a single request.",
      );
    case "cut off":
      return undefined;
  }
}
