import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";

import { MAX_BODY_BYTES } from "@greenhouse/domain/reading-limits";
import { readBody, type BodySource } from "../../../../functions/src/http/body";
import { accept, type Result } from "../../../../functions/src/result";

/** Returns the body's text or refusal. */
async function textOf(source: BodySource): Promise<Result<string>> {
  const read = await readBody(source, MAX_BODY_BYTES);
  return read.ok ? accept(read.value.text) : read;
}

const bytes = (length: number): Buffer => Buffer.alloc(length, "a");
const tooLarge = { ok: false, refusal: { code: "body-too-large" } };
const noObject = { ok: false, refusal: { code: "body-not-an-object" } };

describe("a body", () => {
  const read = (sent: Buffer) => textOf(Object.assign(Readable.from([sent]), { headers: {} }));

  test("is returned as text", async () => {
    expect(await read(Buffer.from('{"uid":"é"}'))).toEqual({ ok: true, value: '{"uid":"é"}' });
  });
  test("may be empty", async () => {
    expect(await read(bytes(0))).toEqual({ ok: true, value: "" });
  });
  test("may have 16 KiB", async () => {
    expect(await read(bytes(MAX_BODY_BYTES))).toMatchObject({ ok: true });
  });
  test("may not be one byte larger", async () => {
    expect(await read(bytes(MAX_BODY_BYTES + 1))).toEqual(tooLarge);
  });
  test("loses its byte order mark", async () => {
    expect(await read(Buffer.from("\ufeff{}"))).toEqual({ ok: true, value: "{}" });
  });
  test("must be UTF-8", async () => {
    expect(await read(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual(noObject);
  });
});

describe("an unread body", () => {
  const read = (source: Readable, headers: Readonly<Record<string, string>> = {}) =>
    textOf(Object.assign(source, { headers }));

  test("is read from the stream", async () => {
    const source = Readable.from([
      Buffer.from('{"uid":"\xc3', "latin1"),
      Buffer.from([0xa9, 0x22, 0x7d]),
    ]);
    expect(await read(source)).toEqual({ ok: true, value: '{"uid":"é"}' });
  });
  test("may be empty", async () => {
    expect(await read(Readable.from([]))).toEqual({ ok: true, value: "" });
  });
  test("may have 16 KiB in pieces", async () => {
    const source = Readable.from([bytes(MAX_BODY_BYTES - 1), bytes(1)]);
    expect(await read(source)).toMatchObject({ ok: true });
  });
  test("is refused above 16 KiB after it has been read to its end", async () => {
    const source = Readable.from([bytes(MAX_BODY_BYTES), bytes(1), bytes(MAX_BODY_BYTES)]);
    expect(await read(source)).toEqual(tooLarge);
    expect(source.readableEnded).toBe(true);
  });
  test("is refused as not an object if it is incomplete", async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from("{}"));
      throw new Error("aborted");
    }
    expect(await read(Readable.from(broken()))).toEqual(noObject);
  });

  test.each(["gzip", "GZIP", "x-gzip", " gzip "])("is inflated: %s", async (encoding) => {
    const source = Readable.from([gzipSync('{"uid":"é"}')]);
    const headers = { "content-encoding": encoding };
    expect(await read(source, headers)).toEqual({ ok: true, value: '{"uid":"é"}' });
  });
  test.each([
    [MAX_BODY_BYTES, { ok: true }],
    [MAX_BODY_BYTES + 1, tooLarge],
    // Ten thousand bytes in gzip.
    [10_000_000, tooLarge],
  ])("may inflate to 16 KiB: %d bytes", async (length, expected) => {
    const source = Readable.from([gzipSync(bytes(length))]);
    expect(await read(source, { "content-encoding": "gzip" })).toMatchObject(expected);
  });
  test("is inflated to at most 16 KiB, so a missing end is not noticed", async () => {
    const cut = gzipSync(bytes(10_000_000)).subarray(0, -8);
    const headers = { "content-encoding": "gzip" };
    expect(await read(Readable.from([cut]), headers)).toEqual(tooLarge);
  });
  test("is refused in another encoding after it has been read to its end", async () => {
    const source = Readable.from([bytes(10), bytes(MAX_BODY_BYTES)]);
    const refused = { ok: false, refusal: { code: "unsupported-encoding" } };
    expect(await read(source, { "content-encoding": "br" })).toEqual(refused);
    expect(source.readableEnded).toBe(true);
  });
});

test("has the original bytes, up to the caller's limit", async () => {
  const sent = gzipSync(bytes(100));
  const read = (maxBytes: number) =>
    readBody(
      Object.assign(Readable.from([sent]), { headers: { "content-encoding": "gzip" } }),
      maxBytes,
    );
  expect(await read(100)).toEqual({ ok: true, value: { text: "a".repeat(100), bytes: sent } });
  expect(await read(99)).toEqual(tooLarge);
  expect(await read(sent.length - 1)).toEqual(tooLarge);
});
