/**
 * Reads a request's body as text and ignores the content type. Never keeps more bytes than allowed, neither compressed
 * nor inflated. A body that is incomplete or not UTF-8 is refused like a body that is not a JSON object.
 */

import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { accept, refuse, type Result } from "../result";

const BYTE_ORDER_MARK = "\uFEFF";

/** The part of a request that holds its body. The framework has left the body unread (database/client/platform.ts). */
export interface BodySource {
  readonly headers: IncomingHttpHeaders;
  on(event: "data", listener: (bytes: Buffer) => void): unknown;
  once(event: "end" | "error" | "close", listener: () => void): unknown;
}

export interface Body {
  readonly text: string;
  /** The bytes as sent. `X-Signature` covers them. */
  readonly bytes: Buffer;
}

const inflate = promisify(gunzip);

/** Reads the whole body as UTF-8. */
export async function readBody(source: BodySource, maxBytes: number): Promise<Result<Body>> {
  const sent = await readStream(source, maxBytes);
  const encoding = source.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  const isCompressed = encoding === "gzip" || encoding === "x-gzip";
  if (!isCompressed && encoding !== "identity") return refuse({ code: "unsupported-encoding" });
  if (!sent.ok) return sent;
  const bytes = sent.value;
  return isCompressed ? decodeCompressed(bytes, maxBytes) : decode(bytes, bytes, maxBytes);
}

/** Decodes UTF-8 and drops a byte order mark (RFC 8259, section 8.1 allows that). */
function decode(inflated: Buffer, bytes: Buffer, maxBytes: number): Result<Body> {
  if (inflated.length > maxBytes) return refuse({ code: "body-too-large" });
  if (!isUtf8(inflated)) return refuse({ code: "body-not-an-object" });
  const text = inflated.toString("utf8");
  const isMarked = text.startsWith(BYTE_ORDER_MARK);
  return accept({ text: isMarked ? text.slice(BYTE_ORDER_MARK.length) : text, bytes });
}

async function decodeCompressed(bytes: Buffer, maxBytes: number): Promise<Result<Body>> {
  try {
    return decode(await inflate(bytes, { maxOutputLength: maxBytes }), bytes, maxBytes);
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    return refuse({ code: isTooLarge ? "body-too-large" : "body-not-an-object" });
  }
}

/**
 * Reads a body to its end, even if the rest is dropped. On a request with `Connection: close`, Node closes the connection
 * after the answer. A client that is still sending would never see the answer.
 */
function readStream(source: BodySource, maxBytes: number): Promise<Result<Buffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    // Events, because iterating over the stream costs several promises per request.
    source.on("data", (bytes: Buffer) => {
      length += bytes.length;
      if (length <= maxBytes) chunks.push(bytes);
    });
    source.once("end", () => {
      const isTooLarge = length > maxBytes;
      resolve(isTooLarge ? refuse({ code: "body-too-large" }) : accept(Buffer.concat(chunks)));
    });
    // The client disconnected before the end of the body: nobody waits for the answer.
    const refuseIncomplete = (): void => resolve(refuse({ code: "body-not-an-object" }));
    source.once("error", refuseIncomplete);
    source.once("close", refuseIncomplete);
  });
}
