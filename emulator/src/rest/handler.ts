/** The routes of REST and of the pages. Source: https://firebase.google.com/docs/reference/rest/database */

import type { IncomingMessage, ServerResponse } from "node:http";
import viewerTemplate from "../../viewer/viewer.html";
import type { Database } from "../database";
import type { Namespaces } from "../namespaces";
import type { Path } from "../tree/path";
import type { SingleProject } from "../single-project";
import type { Triggers } from "../triggers/triggers";
import { readBody } from "./body";
import { coveragePage, coverageReply } from "./coverage";
import { actorOf } from "./credentials";
import { type DataRequest, etagProblem, type Scope } from "./data";
import { EventStreams } from "./event-stream";
import { importData } from "./import";
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
import { decodePath, parseRequest, type RestRequest } from "./request";
import { readRules, writeRules } from "./rules-settings";
import { inspectTriggers, registerTrigger } from "./trigger-settings";
import { uploadData } from "./upload";
import { deleteData, patchData, postData, putData } from "./write";

export interface RestContext {
  readonly namespaces: Namespaces;
  readonly now: () => number;
  /** Creates the key of a pushed child from Unix milliseconds. */
  readonly createPushId: (now: number) => string;
  /** Time between two keep-alive events of a stream, in milliseconds. */
  readonly keepAliveMs?: number;
  /** Undefined without a functions emulator. */
  readonly triggers?: Triggers | undefined;
  readonly singleProject?: SingleProject | undefined;
}

const READS = ["GET", "HEAD"];
const DATA_METHODS = [...READS, "PUT", "POST", "PATCH", "DELETE"];

const WRONG_NAMESPACE = "A database's name (?ns=) must consist of letters, digits, - and _.";

const NO_SUFFIX = "append .json to your request URI to use the REST API.";

/** The documented error for a path that cannot name data. */
const INVALID_PATH = "Invalid path: Invalid token in path";

export type Answer = Reply | undefined | Promise<Reply | undefined>;

type Respond = (request: RestRequest) => Answer;

interface Route {
  /** Undefined if all methods are allowed. */
  readonly methods?: readonly string[];
  readonly respond: Respond;
}

export class RestHandler {
  private readonly streams: EventStreams;
  private readonly routes: ReadonlyMap<string, Route>;

  constructor(private readonly context: RestContext) {
    this.streams = new EventStreams(context.now, context.keepAliveMs);
    this.routes = new Map(Object.entries(this.specialRoutes()));
  }

  async handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const reply = await this.answer(parseRequest(message, response));
      if (reply !== undefined) sendReply(response, reply);
    } catch (error) {
      // An error of the emulator itself, such as a full disk. The client of this request receives the message.
      if (response.headersSent) response.destroy();
      else sendReply(response, errorReply(500, `The emulator failed: ${String(error)}`));
    }
  }

  close(): void {
    this.streams.closeAll();
  }

  answer(request: RestRequest): Answer {
    const { method, headers, pathname } = request;
    if (method === "OPTIONS") return preflightReply(headers);
    const { methods, respond } = this.routes.get(pathname) ?? this.dataRoute(pathname);
    if (methods?.includes(method) === false) return methodNotAllowed(method, methods);
    return respond(request);
  }

  private specialRoutes(): Readonly<Record<string, Route>> {
    const { namespaces, singleProject, triggers } = this.context;
    const read = (respond: Respond): Route => ({ methods: READS, respond });
    const upgrade = errorReply(426, "This address is for WebSockets.", { Upgrade: "websocket" });
    return {
      "/": read(() => pageReply(viewerTemplate, { namespace: namespaces.givenDefault ?? "" })),
      "/.inspect/databases.json": read(() => {
        const databases = namespaces.names.map((name) => ({ name }));
        return jsonReply(200, databases);
      }),
      "/.inspect/coverage": read(this.onDatabase(coveragePage)),
      "/.inspect/coverage.json": read(this.onDatabase(coverageReply)),
      "/.inspect/level.json": read(this.asAdmin(levelReply)),
      "/.inspect/changes": {
        methods: ["GET"],
        respond: this.asAdmin((scope) => this.streams.openChangedPaths(scope)),
      },
      "/.inspect/triggers": read(
        this.onNamespace((name, { search }) =>
          inspectTriggers(triggers, singleProject, name, search),
        ),
      ),
      "/.settings/rules.json": { methods: [...READS, "PUT"], respond: this.onRules() },
      "/.settings/functionTriggers.json": {
        methods: ["POST"],
        respond: (request) => this.answerFunctionTriggers(request),
      },
      "/.ws": { respond: () => upgrade },
      // The server passes valid requests to the wire protocol before they come here.
      "/.lp": { respond: () => errorReply(400, WRONG_NAMESPACE) },
    };
  }

  private dataRoute(pathname: string): Route {
    const [, encoded, suffix] = /^(.*)(\.json|\/\.upload)$/s.exec(pathname) ?? [];
    if (encoded === undefined) return { respond: () => errorReply(404, NO_SUFFIX) };
    const path = decodePath(encoded);
    if (path === undefined) return { respond: () => errorReply(400, INVALID_PATH) };
    if (suffix === ".json") return { methods: DATA_METHODS, respond: this.onData(path) };
    const upload = (data: DataRequest): Answer =>
      withBody(data.request, (bytes) => uploadData(data, bytes));
    return { methods: ["POST"], respond: this.withOptions(path, upload) };
  }

  private onData(path: Path): Respond {
    return this.withOptions(path, (data) => {
      const { request } = data;
      switch (request.method) {
        case "DELETE":
          return deleteData(data);
        case "PUT":
          return isImport(data)
            ? importData(data)
            : withBody(request, (bytes) => putData(data, bytes));
        case "PATCH":
          return withBody(request, (bytes) => patchData(data, bytes));
        case "POST": {
          const { now, createPushId } = this.context;
          return withBody(request, (bytes) => postData(data, bytes, () => createPushId(now())));
        }
        default:
          return wantsEvents(request) ? this.streams.open(data) : readData(data);
      }
    });
  }

  /** Registers a trigger. The request needs no namespace, because functions may listen to several databases. */
  private answerFunctionTriggers(request: RestRequest): Answer {
    const actor = actorOf(request);
    if ("status" in actor) return actor;
    if (!actor.isAdmin) return PERMISSION_DENIED;
    const { triggers, namespaces } = this.context;
    const namespace = namespaces.nameFor(request.search, request.headers.host);
    return withBody(request, (bytes) => registerTrigger(triggers, namespace, bytes));
  }

  private onRules(): Respond {
    return this.asAdmin(({ request, database, namespace }) => {
      if (request.method !== "PUT") return readRules(database, request);
      return withBody(request, (bytes) => {
        const earlier = database.ruleset;
        const reply = writeRules(database, request, bytes);
        if (database.ruleset !== earlier) this.context.namespaces.rulesLoaded(namespace);
        return reply;
      });
    });
  }

  private withOptions(path: Path, answer: (data: DataRequest) => Answer): Respond {
    return this.asActor((scope) => {
      const options = parseOptions(scope.request);
      if (typeof options === "string") return errorReply(400, options);
      const problem = etagProblem(scope.request);
      if (problem !== undefined) return errorReply(400, problem);
      return answer({ ...scope, options, path });
    });
  }

  /** For requests that the rules do not cover. */
  private asAdmin(answer: (scope: Scope) => Answer): Respond {
    return this.asActor((scope) => (scope.actor.isAdmin ? answer(scope) : PERMISSION_DENIED));
  }

  private asActor(answer: (scope: Scope) => Answer): Respond {
    return this.onDatabase((database, namespace, request) => {
      const actor = actorOf(request);
      return "status" in actor ? actor : answer({ request, namespace, database, actor });
    });
  }

  private onDatabase(
    answer: (database: Database, namespace: string, request: RestRequest) => Answer,
  ): Respond {
    const { namespaces } = this.context;
    return this.onNamespace((name, request) => answer(namespaces.get(name), name, request));
  }

  /** Responds without creating the database. */
  private onNamespace(answer: (name: string, request: RestRequest) => Answer): Respond {
    return (request) => {
      const name = this.context.namespaces.nameFor(request.search, request.headers.host);
      return name === undefined ? errorReply(400, WRONG_NAMESPACE) : answer(name, request);
    };
  }
}

function isImport({ options, actor, path }: DataRequest): boolean {
  return options.isUnlimited && actor.isAdmin && path.at(-1) !== ".priority";
}

function wantsEvents({ method, headers }: RestRequest): boolean {
  return method === "GET" && headers.accept?.includes("text/event-stream") === true;
}

const TOO_LARGE =
  "Data to write exceeds the maximum size that can be modified with a single request.";

/** Reads the body and calls `answer`. Returns undefined if the client disconnected. */
async function withBody(
  { body }: RestRequest,
  answer: (bytes: Buffer) => Reply,
): Promise<Reply | undefined> {
  const bytes = await readBody(body, MAX_BODY_BYTES);
  return bytes === "too large" ? errorReply(400, TOO_LARGE) : bytes && answer(bytes);
}
