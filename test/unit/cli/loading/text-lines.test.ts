import { MAX_LINE_CHARACTERS, readTextLines } from "../../../../tools/cli/src/loading/text-lines";
import type { TextLine } from "../../../../tools/cli/src/loading/text-lines";

async function lines(...chunks: string[]): Promise<TextLine[]> {
  async function* all(): AsyncGenerator<string> {
    await Promise.resolve();
    yield* chunks;
  }
  const found = [];
  for await (const line of readTextLines(all())) found.push(line);
  return found;
}

test("lines are numbered as an editor does, however the text is cut", async () => {
  const expected = [
    { number: 1, text: "one" },
    { number: 3, text: " two" },
    { number: 5, text: "three" },
  ];
  const text = "\uFEFFone\r\n\n two\n \r\nthree";
  expect(await lines(text)).toEqual(expected);
  expect(await lines(...text.split(""))).toEqual(expected);
  expect(await lines(`${text}\n`)).toEqual(expected);
  expect(await lines()).toEqual([]);
});

test("lines may end with only a carriage return", async () => {
  const text = "one\rtwo\r\rthree\r";
  const expected = [
    { number: 1, text: "one" },
    { number: 2, text: "two" },
    { number: 4, text: "three" },
  ];
  expect(await lines(text)).toEqual(expected);
  expect(await lines(...text.split(""))).toEqual(expected);
});

test("a text without line breaks is not kept whole in memory", async () => {
  const [line, ...others] = await lines(...Array.from({ length: 30 }, () => "x".repeat(10_000)));
  expect([line?.text.length, others]).toEqual([MAX_LINE_CHARACTERS + 1, []]);
});
