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
  { name: "application/json with a character set", contentType: "application/json; charset=utf-8" },
  { name: "no content type" },
  { name: "no content type, in chunks", chunks: 3 },
  { name: "text/plain", contentType: "text/plain" },
  { name: "application/octet-stream", contentType: "application/octet-stream" },
  { name: "the content type of curl -d", contentType: "application/x-www-form-urlencoded" },
  { name: "a made-up content type", contentType: "sensor/reading" },
  { name: "application/json in chunks", contentType: "application/json", chunks: 5 },
  { name: "application/json in gzip", contentType: "application/json", encoding: "gzip" },
  { name: "gzip by its other name, without a content type", encoding: "X-GZIP" },
  { name: "the encoding identity", contentType: "application/json", encoding: "identity" },
  { name: "another character set", contentType: "application/json; charset=utf-16" },
  { name: "16,384 bytes in gzip", contentType: "text/plain", encoding: "gzip", size: 16_384 },
  { name: "16,384 bytes", contentType: "application/json", size: 16_384 },
  { name: "16,384 bytes in chunks", contentType: "application/json", size: 16_384, chunks: 4 },
  { name: "16,384 bytes without a content type", size: 16_384 },
  { name: "16,384 bytes in chunks without a content type", size: 16_384, chunks: 4 },
];

export const TOO_LARGE: readonly ContentCase[] = [
  { name: "16,385 bytes", contentType: "application/json", size: 16_385 },
  { name: "16,385 bytes in chunks", contentType: "application/json", size: 16_385, chunks: 4 },
  { name: "16,385 bytes of text/plain", contentType: "text/plain", size: 16_385 },
  { name: "16,385 bytes without a content type", size: 16_385 },
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
  {
    name: "a hundred million bytes, a hundred thousand in gzip",
    contentType: "application/json",
    encoding: "gzip",
    size: 100_000_000,
  },
  { name: "a million bytes", contentType: "application/octet-stream", size: 1_000_000 },
  { name: "a million bytes in chunks without a content type", size: 1_000_000, chunks: 16 },
];

export interface NotObjectCase {
  readonly name: string;
  readonly contentType?: string;
  readonly body: string;
}

/** The functions refuse these bodies with 400. */
export const NOT_OBJECTS: readonly NotObjectCase[] = [
  { name: "nothing", body: "" },
  ...[
    ["nothing", ""],
    ["blanks", " \n"],
    ["null", "null"],
    ["true", "true"],
    ["a number", "5"],
    ["text", `"uid"`],
    ["a list", "[]"],
    ["a list of objects", "[{}]"],
    ["half an object", `{"uid":"a"`],
    ["an object and more", `{"uid":"a"} x`],
    ["two objects", "{}{}"],
    ["a comma too many", `{"uid":"a",}`],
    ["single quotes", `{'uid':'a'}`],
    ["a number with leading zeros", `{"uid":"a","timestamp":0017}`],
    ["a comment", `{/* */}`],
    ["a form", "uid=a&temperature=3"],
    ["XML", "<uid>a</uid>"],
    ["a list that is too deep for most", "[".repeat(16_000)],
  ].flatMap(([name = "", body = ""]) => [
    { name: `${name}, as text`, contentType: "text/plain", body },
    { name: `${name}, as JSON`, contentType: "application/json", body },
  ]),
];

/** The functions refuse these bodies with 400 and name the first value that is not JSON. */
export const NOT_JSON_NUMBERS: readonly (readonly [body: string, literal: string])[] = [
  [`{"uid":"a","temperature":NaN}`, "NaN"],
  [`{"uid":"a","temperature": -nan, "humidity":61}`, "-nan"],
  [`{"uid":"a","temperature":61,"light":Infinity}`, "Infinity"],
  [`{"uid":"a \\"nan\\" b","temperature":-Infinity,"light":nan}`, "-Infinity"],
  [`{"uid":"a","readings":[{"light":inf}]}`, "inf"],
];

/** The functions refuse these encodings with 415. */
export const OTHER_ENCODINGS = ["deflate", "br", "gzip, gzip", "compress", "zstd"] as const;

export const OTHER_METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
