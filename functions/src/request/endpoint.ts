/** What an endpoint is to http/dispatch.ts, which runs it. */

import type { IncomingHttpHeaders } from "node:http";

import type { Result } from "../result";
import type { JsonObject } from "./json-object";
import type { SignedBody } from "./signature";

/** What an endpoint sees of a request. */
export interface EndpointRequest {
  readonly body: JsonObject;
  /** The body as it was sent. */
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** Larger than MAX_BODY_BYTES. An endpoint that expects nothing so large refuses it. */
  readonly isLarge: boolean;
  /** `X-Signature`; undefined where it was not sent. */
  readonly signedBody: SignedBody | undefined;
}

/** Answers a call with the body of the 200 response, or says why not. */
export type Endpoint = (request: EndpointRequest) => Result<object> | Promise<Result<object>>;
