/** REST, and the pages for people. Source: https://firebase.google.com/docs/reference/rest/database */

import type { IncomingMessage, ServerResponse } from "node:http";
import viewerTemplate from "../../viewer/viewer.html";
import type { Database } from "../database";
import type { Actor } from "../database/actor";
import type { Namespaces } from "../namespaces";
import type { Path } from "../tree/path";
import type { Triggers } from "../triggers/triggers";
import { readBody } from "./body";
import { coveragePage, coverageReply } from "./coverage";
import { actorOf } from "./credentials";
import { type DataRequest, etagProblem } from "./data";
import { EventStreams } from "./event-stream";
import { levelReply } from "./level";
import { parseOptions } from "./options";
import { readData } from "./read";
import {
  errorReply,
  jsonReply,
  MAX_BODY_BYTES,
  methodNotAllowed,
  pageReply,
  PERMISSION_DENIED,
  preflightReply,
  type Reply,
  sendReply,
} from "./reply";
import { parseRequest, type RestRequest, type Route, routeOf } from "./request";
import { readRules, writeRules } from "./rules-settings";
import { inspectTriggers, registerTrigger } from "./trigger-settings";
import { uploadData } from "./upload";
import { deleteData, patchData, postData, putData } from "./write";

export interface RestContext {
  readonly namespaces: Namespaces;
  readonly now: () => number;
  /** Makes the name of a child that is pushed, from Unix milliseconds. */
  readonly createPushId: (now: number) => string;
  /** How often an event stream says that it is alive, in milliseconds. */
  readonly keepAliveMs?: number;
  /** Undefined where no functions emulator is known. */
  readonly triggers?: Triggers | undefined;
}

const READS = ["GET", "HEAD"] as const;
const RULES_METHODS = [...READS, "PUT"] as const;
const DATA_METHODS = [...RULES_METHODS, "POST", "PATCH", "DELETE"] as const;
const READ_ONLY: readonly Route["kind"][] = [
  "coverage",
  "coveragePage",
  "databases",
  "level",
  "triggers",
  "viewer",
];

const WRONG_NAMESPACE = "A database's name (?ns=) is made of letters, digits, - and _.";

type Answer = Reply | undefined | Promise<Reply | undefined>;

export class RestHandler {
  private readonly streams: EventStreams;

  constructor(private readonly context: RestContext) {
    this.streams = new EventStreams(context.now, context.keepAliveMs);
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const reply = await this.answer(parseRequest(message), message, response);
      if (reply !== undefined) sendReply(response, reply);
    } catch (error) {
      // A fault of the emulator itself, such as a full disk: the client that met it receives the message.
      if (response.headersSent) response.destroy();
      else sendReply(response, errorReply(500, `The emulator failed: ${String(error)}`));
    }
  }

  close(): void {
    this.streams.closeAll();
  }

  private answer(request: RestRequest, message: IncomingMessage, response: ServerResponse): Answer {
    const { method, search, headers, pathname } = request;
    if (method === "OPTIONS") return preflightReply(headers);
    const route = routeOf(pathname);
    if (READ_ONLY.includes(route.kind) && !isOneOf(READS, method)) {
      return methodNotAllowed(method, READS);
    }
    switch (route.kind) {
      case "data":
        return this.answerData(request, route.path, message, response);
      case "upload":
        return this.answerUpload(request, route.path, message);
      case "functionTriggers":
        return this.answerFunctionTriggers(request, message);
      case "triggers":
        // The request creates no namespace.
        return this.withNamespace(request, (name) =>
          inspectTriggers(this.context.triggers, name, search),
        );
      case "rules":
        return this.answerRules(request, message);
      case "coverage":
        return this.withDatabase(request, coverageReply);
      case "coveragePage":
        return this.withDatabase(request, coveragePage);
      case "databases":
        return this.databases();
      case "level":
        return this.withAdmin(request, (database) => levelReply(database, search));
      case "changes":
        if (method !== "GET") return methodNotAllowed(method, ["GET"]);
        return this.withAdmin(request, (database) =>
          this.streams.openChangedPaths(database, response),
        );
      case "viewer":
        return pageReply(viewerTemplate, { namespace: this.context.namespaces.givenDefault ?? "" });
      case "invalid":
        return errorReply(400, route.problem);
      case "socket":
        return errorReply(426, "This address is for WebSockets.", { Upgrade: "websocket" });
      case "longPolling":
        return errorReply(400, WRONG_NAMESPACE);
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
    return this.withData(request, path, (data) => {
      switch (method) {
        case "GET":
          return wantsEvents(request) ? this.streams.open(data, response) : readData(data);
        case "HEAD":
          return readData(data);
        case "DELETE":
          return deleteData(data);
        case "PUT":
          return withBody(message, (bytes) => putData(data, bytes));
        case "PATCH":
          return withBody(message, (bytes) => patchData(data, bytes));
        case "POST": {
          const { now, createPushId } = this.context;
          return withBody(message, (bytes) => postData(data, bytes, () => createPushId(now())));
        }
      }
    });
  }

  private answerUpload(request: RestRequest, path: Path, message: IncomingMessage): Answer {
    if (request.method !== "POST") return methodNotAllowed(request.method, ["POST"]);
    return this.withData(request, path, (data) =>
      withBody(message, (bytes) => uploadData(data, bytes)),
    );
  }

  /** Functions listen to more than one database: no namespace is needed here. */
  private answerFunctionTriggers(request: RestRequest, message: IncomingMessage): Answer {
    const { method, search, headers } = request;
    if (method !== "POST") return methodNotAllowed(method, ["POST"]);
    const credentials = actorOf(request);
    if (!credentials.ok) return credentials.reply;
    if (!credentials.actor.isAdmin) return PERMISSION_DENIED;
    const { triggers, namespaces } = this.context;
    const namespace = namespaces.nameFor(search, headers.host);
    return withBody(message, (bytes) => registerTrigger(triggers, namespace, bytes));
  }

  private answerRules(request: RestRequest, message: IncomingMessage): Answer {
    const { method } = request;
    return this.withActor(request, (database, actor, name) => {
      if (isOneOf(READS, method)) return readRules(database, request, actor);
      if (method !== "PUT") return methodNotAllowed(method, RULES_METHODS);
      return withBody(message, (bytes) => {
        const earlier = database.ruleset;
        const reply = writeRules(database, request, actor, bytes);
        if (database.ruleset !== earlier) this.context.namespaces.rulesLoaded(name);
        return reply;
      });
    });
  }

  private databases(): Reply {
    const { names } = this.context.namespaces;
    return jsonReply(
      200,
      names.map((name) => ({ name })),
    );
  }

  private withData(
    request: RestRequest,
    path: Path,
    answer: (data: DataRequest) => Answer,
  ): Answer {
    return this.withActor(request, (database, actor) => {
      const parsed = parseOptions(request);
      if (!parsed.ok) return errorReply(400, parsed.problem);
      const problem = etagProblem(request);
      if (problem !== undefined) return errorReply(400, problem);
      return answer({ request, options: parsed.options, database, path, actor });
    });
  }

  /** For pages that show data without asking the rules. */
  private withAdmin(request: RestRequest, answer: (database: Database) => Answer): Answer {
    return this.withActor(request, (database, actor) =>
      actor.isAdmin ? answer(database) : PERMISSION_DENIED,
    );
  }

  private withActor(
    request: RestRequest,
    answer: (database: Database, actor: Actor, name: string) => Answer,
  ): Answer {
    return this.withDatabase(request, (database, name) => {
      const credentials = actorOf(request);
      return credentials.ok ? answer(database, credentials.actor, name) : credentials.reply;
    });
  }

  private withDatabase(
    request: RestRequest,
    answer: (database: Database, name: string) => Answer,
  ): Answer {
    return this.withNamespace(request, (name) => answer(this.context.namespaces.get(name), name));
  }

  private withNamespace(
    { search, headers }: RestRequest,
    answer: (name: string) => Answer,
  ): Answer {
    const name = this.context.namespaces.nameFor(search, headers.host);
    return name === undefined ? errorReply(400, WRONG_NAMESPACE) : answer(name);
  }
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}

function wantsEvents({ headers }: RestRequest): boolean {
  return headers.accept?.includes("text/event-stream") === true;
}

async function withBody(
  message: IncomingMessage,
  answer: (bytes: Buffer) => Reply | Promise<Reply>,
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
