/**
 * Reads a request's body as text, whatever its content type. At most 16 KiB are ever kept, and a body that breaks
 * off or is no UTF-8 is refused like any other that is no JSON object.
 */

import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";

import { accept, refuse, type Result } from "./refusal";

/** Largest body in bytes. */
export const MAX_BODY_BYTES = 16 * 1024;

const BYTE_ORDER_MARK = "\uFEFF";

/** What is needed of a request to read its body: the stream, and the bytes where the framework has read it already. */
export interface BodySource extends Pick<Readable, typeof Symbol.asyncIterator> {
  readonly rawBody?: Buffer | undefined;
}

/** Reads the whole body as UTF-8. Only one that the framework has left unread is waited for. */
export function readBody(source: BodySource): Result<string> | Promise<Result<string>> {
  return source.rawBody === undefined ? readStream(source) : decode(source.rawBody);
}

/** A byte order mark is dropped (RFC 8259, section 8.1 lets a reader ignore it). */
function decode(bytes: Buffer): Result<string> {
  if (bytes.length > MAX_BODY_BYTES) return refuse({ code: "body-too-large" });
  if (!isUtf8(bytes)) return refuse({ code: "body-not-an-object" });
  const text = bytes.toString("utf8");
  return accept(text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text);
}

/**
 * The framework leaves a request without a content type unread. It is read to its end even where nothing more of it is
 * kept: Node closes a connection that says `Connection: close` with the answer, and a client that is still sending
 * then would never see it.
 */
async function readStream(source: BodySource): Promise<Result<string>> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of source) {
      const bytes = Buffer.from(chunk as Uint8Array);
      length += bytes.length;
      if (length <= MAX_BODY_BYTES) chunks.push(bytes);
    }
  } catch {
    // The client left half-way: what arrived is no whole object, and nobody waits for the answer.
    return refuse({ code: "body-not-an-object" });
  }
  return length > MAX_BODY_BYTES
    ? refuse({ code: "body-too-large" })
    : decode(Buffer.concat(chunks));
}
