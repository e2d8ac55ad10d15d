import { PassThrough, Readable } from "node:stream";
import { parseBody, readBody } from "../../../src/rest/body";

describe("readBody", () => {
  it("accepts the maximum number of bytes", async () => {
    const stream = Readable.from([Buffer.from("abc"), Buffer.from("de")]);
    expect(await readBody(stream, 5)).toEqual(Buffer.from("abcde"));
  });

  it("refuses more bytes, but receives all of them", async () => {
    const stream = Readable.from([Buffer.from("abc"), Buffer.from("def"), Buffer.from("g")]);
    expect(await readBody(stream, 5)).toBe("too large");
    expect(stream.readableEnded).toBe(true);
  });

  it("notices that the client disconnected", async () => {
    const stream = new PassThrough();
    const body = readBody(stream, 5);
    stream.write("a");
    stream.destroy();
    expect(await body).toBe(undefined);
  });
});

it("parseBody rejects bytes that are not UTF-8", () => {
  expect(parseBody(Buffer.of(0x22, 0xff, 0x22))).toBe("not JSON");
});

it("parseBody skips a byte order mark", () => {
  expect(parseBody(Buffer.from("\ufeff[1]"))).toEqual({ value: [1] });
  expect(parseBody(Buffer.from("\ufeff"))).toBe("empty");
});
