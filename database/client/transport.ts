/** How requests reach the database, as a parameter. The real transport: http-transport.ts; the simulation has its own. */

import type { RestAnswer } from "./answers.ts";

export interface RestRequest {
  readonly method: "GET" | "PATCH";
  /** With its query. */
  readonly path: string;
  /** The access token. */
  readonly token: string;
  readonly body?: string;
}

export type AttemptEnd =
  | { readonly kind: "answered"; readonly answer: RestAnswer }
  /** The answer has more characters than the transport accepts. */
  | { readonly kind: "too long" }
  /** The connection ended without a whole answer. */
  | { readonly kind: "failed"; readonly problem: unknown };

/** A request under way. */
export interface Attempt {
  /** True on a connection that an earlier request left open. The database may have closed the connection meanwhile. */
  readonly usesKeptConnection: boolean;
  /** Ends the request. Its end is not reported. */
  abort(): void;
}

export interface Transport {
  /** @param onEnd called once, after this function has returned */
  send(request: RestRequest, onEnd: (end: AttemptEnd) => void): Attempt;
  /** Closes the connections that no request uses. */
  closeIdle(): void;
  /** Closes all connections. */
  close(): void;
}
