/** What a scenario may use: clients of the web SDK, an administrator over REST, and a stand-in for the functions. */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";
import * as firebase from "firebase/app";
import { deleteApp, type FirebaseApp, initializeApp, setLogLevel } from "firebase/app";
import { connectDatabaseEmulator, type Database, get, getDatabase, ref } from "firebase/database";
import { tokenOf } from "./question.ts";

export interface Address {
  /** Host and port. */
  readonly host: string;
  readonly namespace: string;
  /** The port where the emulator expects the functions emulator. Without it there are no triggers. */
  readonly functionsPort?: number | undefined;
}

/** A client that can sign in and out. */
export interface Session {
  readonly database: Database;
  readonly signIn: (uid: string) => void;
  readonly signOut: () => void;
}

/** An event of a 2nd-generation function, as firebase-functions receives it. */
export interface FunctionEvent {
  readonly type: string;
  readonly ref: string;
  readonly subject: string;
  readonly instance: string;
  readonly location: string;
  readonly params: Readonly<Record<string, string>>;
  readonly authtype?: string;
  readonly authid?: string;
  readonly data: { readonly data: unknown; readonly delta: unknown };
}

// The SDK logs a warning for every denial.
setLogLevel("silent");

export class Clients {
  private readonly apps: FirebaseApp[] = [];
  private functions: Server | undefined;

  private readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }

  /** Host, port and namespace, for a client in another process. */
  get words(): readonly string[] {
    const { hostname, port } = new URL(`http://${this.address.host}`);
    return [hostname, port, this.address.namespace];
  }

  /** Opens a client. Without a uid it is signed out. */
  open(uid?: string): Database {
    return this.connect(this.app(), uid);
  }

  openSession(): Session {
    const app = this.app();
    const auth = new SwitchedAuth();
    replaceAuth(app, auth);
    return {
      database: this.connect(app),
      signIn: (uid) => auth.change(tokenOf(uid)),
      signOut: () => auth.change(undefined),
    };
  }

  /** Sends a request of an administrator. Returns the value of the answer. */
  async admin(method: string, path: string, value?: unknown): Promise<unknown> {
    const { host, namespace } = this.address;
    const separator = path.includes("?") ? "&" : "?";
    const body = value === undefined ? {} : { body: JSON.stringify(value) };
    const headers = { authorization: "Bearer owner" };
    const url = `http://${host}${path}${separator}ns=${namespace}`;
    const response = await fetch(url, { method, headers, ...body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }

  /** Loads security rules. */
  async load(rules: object): Promise<void> {
    await this.admin("PUT", "/.settings/rules.json", { rules });
  }

  /**
   * Registers a function that is called when a value is created. It answers with `status`.
   * @returns a function that waits until all functions have returned, and returns their events
   */
  async onValueCreated(
    path: string,
    status = 200,
  ): Promise<() => Promise<readonly FunctionEvent[]>> {
    const { namespace, functionsPort } = this.address;
    const received: FunctionEvent[] = [];
    this.functions = createServer((request, response) => {
      void json(request).then((event) => {
        received.push(event as FunctionEvent);
        response.writeHead(status).end("{}");
      });
    });
    this.functions.listen(functionsPort, "127.0.0.1");
    await once(this.functions, "listening");
    await this.admin("POST", "/.settings/functionTriggers.json", {
      name: `projects/demo/locations/us-central1/triggers/us-central1-${namespace}-0`,
      event: "google.firebase.database.ref.v1.created",
      path,
      namespacePattern: namespace,
    });
    return async () => {
      await this.admin("GET", "/.inspect/triggers?wait=idle");
      return received;
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.apps.map((app) => deleteApp(app)));
    this.functions?.close();
    this.functions?.closeAllConnections();
  }

  private app(): FirebaseApp {
    const app = initializeApp({ projectId: "demo-parity" }, randomUUID());
    this.apps.push(app);
    return app;
  }

  private connect(app: FirebaseApp, uid?: string): Database {
    const database = getDatabase(app, `https://${this.address.namespace}.firebaseio.com`);
    const [hostname = "", port] = this.words;
    const user = uid === undefined ? {} : { mockUserToken: { sub: uid } };
    connectDatabaseEmulator(database, hostname, Number(port), user);
    return database;
  }
}

/** Waits until the server has answered everything that the client has sent, and the client's events have come. */
export async function settle(database: Database): Promise<void> {
  // The answers come in the order of the requests. Rules may refuse this one.
  await get(ref(database, "settle")).catch(() => undefined);
}

/** Returns the error of a promise, or undefined if there is none. */
export function errorOf(promise: Promise<unknown>): Promise<Error | undefined> {
  return promise.then(
    () => undefined,
    (error: unknown) => error as Error,
  );
}

/** Replaces Firebase Authentication in an app. Its user can change. */
class SwitchedAuth {
  private token: string | undefined;
  private readonly listeners: ((token: string | null) => void)[] = [];

  change(token: string | undefined): void {
    this.token = token;
    for (const listener of this.listeners) listener(token ?? null);
  }

  readonly getToken = (): Promise<{ accessToken: string } | null> =>
    Promise.resolve(this.token === undefined ? null : { accessToken: this.token });

  readonly addAuthTokenListener = (listener: (token: string | null) => void): void => {
    this.listeners.push(listener);
  };

  readonly removeAuthTokenListener = (): void => undefined;
}

/** Sets the part of an app that the SDK of the database asks for tokens. The function for this has no public type. */
function replaceAuth(app: FirebaseApp, auth: SwitchedAuth): void {
  const { _addComponent: add } = firebase as unknown as {
    readonly _addComponent: (app: FirebaseApp, component: object) => void;
  };
  add(app, {
    name: "auth-internal",
    instanceFactory: () => auth,
    type: "PRIVATE",
    instantiationMode: "LAZY",
    multipleInstances: false,
    serviceProps: {},
    onInstanceCreated: null,
  });
}
