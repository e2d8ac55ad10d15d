import { FrameAssembler, splitMessage, TOO_LONG } from "../../../src/wire/frame";
import { fc } from "../../../testing/properties";

/** The client SDKs have the same maximum. */
const MAX_FRAME_LENGTH = 16_384;

describe("frames", () => {
  it("leave a short message whole and announce the parts of a long message", () => {
    expect(splitMessage("{}")).toEqual(["{}"]);
    const longest = "x".repeat(MAX_FRAME_LENGTH);
    expect(splitMessage(longest)).toEqual([longest]);
    const long = "x".repeat(MAX_FRAME_LENGTH + 1);
    expect(splitMessage(long)).toEqual(["2", "x".repeat(MAX_FRAME_LENGTH), "x"]);
  });

  it("never cut a character in half", () => {
    const message = `${"x".repeat(MAX_FRAME_LENGTH - 1)}😀y`;
    const frames = splitMessage(message);
    expect(frames.every((frame) => frame.isWellFormed())).toBe(true);
    expect(frames.slice(1).join("")).toBe(message);
  });

  it("join to the message with parts of any size", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 7, maxLength: 20 }), { minLength: 1 }),
        (parts) => {
          const assembler = new FrameAssembler(10_000);
          expect(assembler.take(String(parts.length))).toBe(undefined);
          const frames = parts.map((part) => assembler.take(part));
          expect(frames.at(-1)).toBe(parts.join(""));
          expect(assembler.take("{}")).toBe("{}");
        },
      ),
    );
  });

  it("of many messages may together exceed the maximum of a message", () => {
    const assembler = new FrameAssembler(10);
    for (let n = 0; n < 3; n += 1) {
      const taken = ["2", "{12345", "789}"].map((frame) => assembler.take(frame));
      expect(taken).toEqual([undefined, undefined, "{12345789}"]);
    }
    expect(["2", "{12345", "6789}"].map((frame) => assembler.take(frame)).at(-1)).toBe(TOO_LONG);
  });
});
