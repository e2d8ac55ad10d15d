/**
 * Reads a request's body as text, whatever its content type. At most 16 KiB are ever kept, also of a compressed body and
 * of what it inflates to. A body that breaks off or is not UTF-8 is refused like any other that is no JSON object.
 */

import { isUtf8 } from "node:buffer";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { accept, refuse, type Result } from "./refusal";

/** Largest body in bytes, compressed or not. */
export const MAX_BODY_BYTES = 16 * 1024;

const BYTE_ORDER_MARK = "\uFEFF";

/** What is needed of a request to read its body: the stream, and the bytes if the framework has read it already. */
export interface BodySource extends Pick<Readable, typeof Symbol.asyncIterator> {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody?: Buffer | undefined;
}

const inflate = promisify(gunzip);

/**
 * Keeps the platform's framework from reading bodies: it would inflate up to 1 GB, and it prints a body that is malformed
 * JSON, with the key in it. The framework reads what has a content type, which nothing else here looks at, so the header
 * is removed before the framework sees the request.
 * Source: https://nodejs.org/api/diagnostics_channel.html#http (`http.server.request.start`)
 */
export function leaveBodiesUnread(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { readonly request: IncomingMessage };
    delete request.headers["content-type"];
  });
}

/** Reads the whole body as UTF-8. */
export async function readBody(source: BodySource): Promise<Result<string>> {
  const encoding = source.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  const isCompressed = encoding === "gzip" || encoding === "x-gzip";
  // The framework inflates what it reads itself.
  if (source.rawBody !== undefined) return decode(source.rawBody);
  const bytes = await readStream(source);
  if (!isCompressed && encoding !== "identity") return refuse({ code: "unsupported-encoding" });
  if (!bytes.ok) return bytes;
  return isCompressed ? decodeCompressed(bytes.value) : decode(bytes.value);
}

/** A byte order mark is dropped (RFC 8259, section 8.1 lets a reader ignore it). */
function decode(bytes: Buffer): Result<string> {
  if (bytes.length > MAX_BODY_BYTES) return refuse({ code: "body-too-large" });
  if (!isUtf8(bytes)) return refuse({ code: "body-not-an-object" });
  const text = bytes.toString("utf8");
  return accept(text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text);
}

async function decodeCompressed(bytes: Buffer): Promise<Result<string>> {
  try {
    return decode(await inflate(bytes, { maxOutputLength: MAX_BODY_BYTES }));
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return refuse({ code: isTooLarge ? "body-too-large" : "body-not-an-object" });
  }
}

/**
 * A body is read to its end even if no more of it is kept: Node closes a connection that says `Connection: close` with
 * the answer, and a client that is still sending then would never see it.
 */
async function readStream(source: BodySource): Promise<Result<Buffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of source) {
      const bytes = chunk as Buffer;
      length += bytes.length;
      if (length <= MAX_BODY_BYTES) chunks.push(bytes);
    }
  } catch {
    // The client left half-way: what arrived is no whole object, and nobody waits for the answer.
    return refuse({ code: "body-not-an-object" });
  }
  return length > MAX_BODY_BYTES
    ? refuse({ code: "body-too-large" })
    : accept(Buffer.concat(chunks));
}
