/** Bodies with different content types, encodings and sizes, and bodies that are not JSON objects. */

export interface ContentCase {
  readonly name: string;
  /** If absent, the request has no Content-Type. */
  readonly contentType?: string;
  /** Content-Encoding. With `gzip` and `x-gzip`, the body is really compressed. */
  readonly encoding?: string;
  /** Size in bytes. Blanks are added to the JSON object. */
  readonly size?: number;
  /** Number of chunks. The request then has no Content-Length. */
  readonly chunks?: number;
}

export const TAKEN: readonly ContentCase[] = [
  { name: "application/json", contentType: "application/json" },
  { name: "no content type" },
  { name: "no content type, in chunks", chunks: 3 },
  { name: "the content type of curl -d", contentType: "application/x-www-form-urlencoded" },
  { name: "application/json in gzip", contentType: "application/json", encoding: "gzip" },
  { name: "gzip by its other name, without a content type", encoding: "X-GZIP" },
  { name: "the encoding identity", contentType: "application/json", encoding: "identity" },
  { name: "another character set", contentType: "application/json; charset=utf-16" },
  { name: "16,384 bytes in gzip", contentType: "text/plain", encoding: "gzip", size: 16_384 },
  { name: "16,384 bytes", contentType: "application/json", size: 16_384 },
  { name: "16,384 bytes in chunks without a content type", size: 16_384, chunks: 4 },
];

export const TOO_LARGE: readonly ContentCase[] = [
  { name: "16,385 bytes", contentType: "application/json", size: 16_385 },
  { name: "16,385 bytes in chunks without a content type", size: 16_385, chunks: 4 },
  {
    name: "16,385 bytes, smaller in gzip",
    contentType: "application/json",
    encoding: "gzip",
    size: 16_385,
  },
  {
    name: "ten million bytes, ten thousand in gzip",
    contentType: "application/json",
    encoding: "gzip",
    size: 10_000_000,
  },
  { name: "a million bytes", contentType: "application/octet-stream", size: 1_000_000 },
];

export interface NotObjectCase {
  readonly name: string;
  readonly contentType?: string;
  readonly body: string;
}

/** The functions refuse these bodies with 400. */
export const NOT_OBJECTS: readonly NotObjectCase[] = [
  { name: "nothing", body: "" },
  { name: "a list", contentType: "application/json", body: "[]" },
  { name: "half an object", contentType: "application/json", body: `{"uid":"a"` },
  { name: "a form", contentType: "text/plain", body: "uid=a&temperature=3" },
  { name: "a deep list", contentType: "application/json", body: "[".repeat(16_000) },
];

/** The functions refuse these encodings with 415. */
export const OTHER_ENCODINGS = ["br", "gzip, gzip"] as const;

export const OTHER_METHODS = ["GET", "HEAD", "PUT", "OPTIONS"] as const;
