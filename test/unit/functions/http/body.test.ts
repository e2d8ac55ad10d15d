import { Readable } from "node:stream";

import { MAX_BODY_BYTES, readBody } from "../../../../functions/src/http/body";

const bytes = (length: number): Buffer => Buffer.alloc(length, "a");
const tooLarge = { ok: false, refusal: { code: "body-too-large" } };
const noObject = { ok: false, refusal: { code: "body-not-an-object" } };

describe("a body that the framework has read", () => {
  const read = (rawBody: Buffer) => readBody(Object.assign(Readable.from([]), { rawBody }));

  test("is its text", async () => {
    expect(await read(Buffer.from('{"uid":"é"}'))).toEqual({ ok: true, value: '{"uid":"é"}' });
  });
  test("may be empty", async () => {
    expect(await read(bytes(0))).toEqual({ ok: true, value: "" });
  });
  test("may have 16 KiB", async () => {
    expect(await read(bytes(MAX_BODY_BYTES))).toMatchObject({ ok: true });
  });
  test("may not have a byte more", async () => {
    expect(await read(bytes(MAX_BODY_BYTES + 1))).toEqual(tooLarge);
  });
  test("loses its byte order mark", async () => {
    expect(await read(Buffer.from("\ufeff{}"))).toEqual({ ok: true, value: "{}" });
  });
  test("must be UTF-8", async () => {
    expect(await read(Buffer.from([0x7b, 0xff, 0x7d]))).toEqual(noObject);
  });
});

describe("a body that nobody has read", () => {
  test("is read from the stream", async () => {
    const source = Readable.from([
      Buffer.from('{"uid":"\xc3', "latin1"),
      Buffer.from([0xa9, 0x22, 0x7d]),
    ]);
    expect(await readBody(source)).toEqual({ ok: true, value: '{"uid":"é"}' });
  });
  test("may be empty", async () => {
    expect(await readBody(Readable.from([]))).toEqual({ ok: true, value: "" });
  });
  test("may have 16 KiB in pieces", async () => {
    const source = Readable.from([bytes(MAX_BODY_BYTES - 1), bytes(1)]);
    expect(await readBody(source)).toMatchObject({ ok: true });
  });
  test("is refused beyond 16 KiB, once it has been read to its end", async () => {
    const source = Readable.from([bytes(MAX_BODY_BYTES), bytes(1), bytes(MAX_BODY_BYTES)]);
    expect(await readBody(source)).toEqual(tooLarge);
    expect(source.readableEnded).toBe(true);
  });
  test("that breaks off is no object", async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from("{}"));
      throw new Error("aborted");
    }
    expect(await readBody(Readable.from(broken()))).toEqual(noObject);
  });
});
