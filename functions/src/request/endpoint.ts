/** The interface between an endpoint and http/dispatch.ts, which runs it. */

import type { IncomingHttpHeaders } from "node:http";

import type { Result } from "../result";
import type { JsonObject } from "./json-object";
import type { SignedBody } from "./signature";

/** A request as an endpoint gets it. */
export interface EndpointRequest {
  readonly body: JsonObject;
  /** The body as sent. */
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** Whether the body is larger than MAX_BODY_BYTES. An endpoint that expects no such body refuses it. */
  readonly isLarge: boolean;
  /** The header `X-Signature` and the signed bytes. Undefined if the header is missing. */
  readonly signedBody: SignedBody | undefined;
}

/** Returns the body of the 200 response, or a refusal. */
export type Endpoint = (request: EndpointRequest) => Result<object> | Promise<Result<object>>;
