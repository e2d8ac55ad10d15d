import { checkText, classOf, FORBIDDEN, shorten } from "@greenhouse/domain/words/text";
import type { TextProblem } from "@greenhouse/domain/words/text";

const MAX = 60;

test.each<[text: string, problem: TextProblem | undefined]>([
  ["Air, north bench", undefined],
  ["a/b.c <img src=x onerror=alert(1)> ${x}", undefined],
  ["Gewächshaus 7 🌱", undefined],
  ["🌱", undefined],
  // The characters that join a family, a flag or a right-to-left word are invisible by themselves.
  ["👨\u200d👩\u200d👧 ❤\ufe0f", undefined],
  ["دفيئة\u200f (7)", undefined],
  [" x ", undefined],
  ["x".repeat(60), undefined],
  ["x".repeat(61), "tooLong"],
  // Counted in UTF-16.
  ["🌱".repeat(30), undefined],
  ["🌱".repeat(31), "tooLong"],
  ["", "empty"],
  [" ", "empty"],
  [" ".repeat(61), "empty"],
  ["\u00a0\u3000", "empty"],
  ["\u200b\u200d\u2060\ufeff", "empty"],
  ["\u200e\u200f\u061c", "empty"],
  ["\u3164\uffa0\u115f\u1160", "empty"],
  ["two\nlines", "lineBreak"],
  ["two\r\nlines", "lineBreak"],
  ["two\u2028lines", "lineBreak"],
  ["two\u2029lines", "lineBreak"],
  ["\n", "lineBreak"],
  ["\u202eboth\n", "lineBreak"],
  ["x\n".repeat(61), "lineBreak"],
  ["a\tb", "hiddenCharacters"],
  ["a\u0000b", "hiddenCharacters"],
  ["\u001b[2Jclears the screen", "hiddenCharacters"],
  ["a\u007f", "hiddenCharacters"],
  ["a\u0085b", "hiddenCharacters"],
  ["a\u009b31m", "hiddenCharacters"],
  ["Oak\u202egpj.exe", "hiddenCharacters"],
  ["\u2066a\u2069", "hiddenCharacters"],
  ["\u202a", "hiddenCharacters"],
  ["a\u206ab", "hiddenCharacters"],
])("%j: %s", (text, problem) => {
  expect(checkText(text, MAX)).toBe(problem);
});

describe("of the characters up to U+FFFF", () => {
  const codes = Array.from({ length: 0x1_0000 }, (_, code) => code);
  const codesWith = (has: (character: string) => boolean): string[] =>
    codes.filter((code) => has(String.fromCharCode(code))).map((code) => code.toString(16));

  test("forbidden are controls, line breaks, and what embeds, overrides or isolates a direction", () => {
    const isMark = (character: string): boolean => /^[\u061c\u200e\u200f]$/.test(character);
    expect(codesWith((character) => FORBIDDEN.test(character))).toEqual(
      codesWith(
        (character) =>
          /\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}|[\u206a-\u206f]/u.test(character) &&
          !isMark(character),
      ),
    );
  });

  test("blank are white space, what is ignored where it is unknown, and the empty Braille pattern", () => {
    expect(codesWith((character) => checkText(character, MAX) === "empty")).toEqual(
      codesWith(
        (character) =>
          /\p{White_Space}|\p{Default_Ignorable_Code_Point}|\u2800/u.test(character) &&
          !FORBIDDEN.test(character),
      ),
    );
  });
});

test("a class of characters has ranges and single characters", () => {
  const inClass = classOf([
    ["a", "c"],
    ["x", "x"],
  ]);
  expect(inClass).toBe("a-cx");
});

test.each([
  ["short", 10, "short"],
  ["exactly 10", 10, "exactly 10"],
  ["connection reset, trying again", 20, "connection reset…"],
  ["one two three four", 12, "one two…"],
  ["x".repeat(30), 10, `${"x".repeat(9)}…`],
  ["a verylongwordthatgoeson", 10, "a verylon…"],
  [`${"x".repeat(8)}🌱🌱`, 10, `${"x".repeat(8)}\ufffd…`],
])("%j in at most %i characters is %j", (text, maxCharacters, expected) => {
  const shortened = shorten(text, maxCharacters);
  expect(shortened).toBe(expected);
  expect(shortened.length).toBeLessThanOrEqual(maxCharacters);
});
