/**
 * Reads a request's body as text, whatever its content type. At most 16 KiB are ever kept, and a body that breaks
 * off or is no UTF-8 is refused like any other that is no JSON object.
 */

import type { Readable } from "node:stream";

import { accept, refuse, type Result } from "./refusal";

/** Largest body in bytes. */
export const MAX_BODY_BYTES = 16 * 1024;

/** What is needed of a request to read its body: the stream, and the bytes where the framework has read it already. */
export interface BodySource extends Pick<Readable, typeof Symbol.asyncIterator> {
  readonly rawBody?: Buffer | undefined;
}

/** Reads the whole body as UTF-8; a byte order mark is dropped (RFC 8259, section 8.1 lets a reader ignore it). */
export async function readBody(source: BodySource): Promise<Result<string>> {
  const bytes = source.rawBody === undefined ? await readStream(source) : accept(source.rawBody);
  if (!bytes.ok) return bytes;
  if (bytes.value.length > MAX_BODY_BYTES) return refuse({ code: "body-too-large" });
  try {
    return accept(new TextDecoder("utf-8", { fatal: true }).decode(bytes.value));
  } catch {
    return refuse({ code: "body-not-an-object" });
  }
}

/**
 * The framework leaves a request without a content type unread. It is read to its end even where nothing more of it is
 * kept: Node closes a connection that says `Connection: close` with the answer, and a client that is still sending
 * then would never see it.
 */
async function readStream(source: BodySource): Promise<Result<Buffer>> {
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
    : accept(Buffer.concat(chunks));
}
