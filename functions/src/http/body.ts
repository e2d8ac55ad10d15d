/**
 * Reads a request's body as text, whatever its content type. No more than is allowed is ever kept, also of a compressed
 * body and of what it inflates to. A body that breaks off or is not UTF-8 is refused like any other that is no JSON
 * object.
 */

import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

import { accept, refuse, type Result } from "../result";

const BYTE_ORDER_MARK = "\uFEFF";

/** What is needed of a request to read its body. The framework has left it unread (database/client/platform.ts). */
export interface BodySource extends Pick<Readable, "on" | "once"> {
  readonly headers: IncomingHttpHeaders;
}

export interface Body {
  readonly text: string;
  /** The bytes as they were sent, which `X-Signature` covers. */
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

/** A byte order mark is dropped (RFC 8259, section 8.1 lets a reader ignore it). */
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
 * A body is read to its end even if no more of it is kept: Node closes a connection that says `Connection: close` with
 * the answer, and a client that is still sending then would never see it.
 */
function readStream(source: BodySource, maxBytes: number): Promise<Result<Buffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    // Iterating over the stream costs several promises for each request.
    source.on("data", (bytes: Buffer) => {
      length += bytes.length;
      if (length <= maxBytes) chunks.push(bytes);
    });
    source.once("end", () => {
      const isTooLarge = length > maxBytes;
      resolve(isTooLarge ? refuse({ code: "body-too-large" }) : accept(Buffer.concat(chunks)));
    });
    // Before its end the client disconnected: nobody waits for the answer.
    const refuseIncomplete = (): void => resolve(refuse({ code: "body-not-an-object" }));
    source.once("error", refuseIncomplete);
    source.once("close", refuseIncomplete);
  });
}
