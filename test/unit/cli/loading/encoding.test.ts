import { decodeText } from "../../../../tools/cli/src/loading/encoding";

const TEXT = "uid,temperature (\u00b0C)\r\na,1\r\n";

async function decode(bytes: Uint8Array, size = bytes.length): Promise<[string, string[]]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    await Promise.resolve();
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const names: string[] = [];
  let text = "";
  for await (const part of decodeText(chunks(), (name) => names.push(name))) text += part;
  return [text.replace(/^\uFEFF/, ""), names];
}

test.each([
  ["UTF-8", Buffer.from(TEXT), []],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${TEXT}`), []],
  ["Windows-1252", Buffer.from(TEXT, "latin1"), ["Windows-1252"]],
  ["UTF-16", Buffer.from(`\uFEFF${TEXT}`, "utf16le"), ["UTF-16"]],
  ["UTF-16, big end first", Buffer.from(`\uFEFF${TEXT}`, "utf16le").swap16(), ["UTF-16"]],
  ["UTF-16 without a mark", Buffer.from(TEXT, "utf16le"), ["UTF-16"]],
])("reads %s, in any chunks", async (_, bytes, names) => {
  for (const size of [1, 2, 3, 5, 18, 19, 20, 1000]) {
    expect(await decode(bytes, size)).toEqual([TEXT, names]);
  }
});

test.each([
  [Buffer.from([0x61, 0xb0]), "a\u00b0"],
  [Buffer.from([0x61, 0xb0, 0x20, 0xb5, 0xb2, 0x80]), "a\u00b0 \u00b5\u00b2\u20ac"],
  [Buffer.from([0xc2]), "\u00c2"],
])("reads text that cannot be UTF-8 as Windows-1252: %#", async (bytes, text) => {
  for (const size of [1, 2, 100])
    expect(await decode(bytes, size)).toEqual([text, ["Windows-1252"]]);
});

test("refuses a mixture", async () => {
  const bytes = Buffer.concat([Buffer.from(TEXT), Buffer.from(TEXT, "latin1")]);
  await expect(decode(bytes)).rejects.toThrow("partly UTF-8 and partly not");
});

test("reads an empty file as empty text", async () => {
  expect(await decode(Buffer.alloc(0), 1)).toEqual(["", []]);
});
