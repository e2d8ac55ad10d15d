/** Splits long messages into frames: first the number of parts, then the parts. A single "0" is a keep-alive. */

const MAX_FRAME_LENGTH = 16_384;

/** A message as it goes over the wire. It is created once for all its receivers. */
export type Frames = readonly Buffer[];

export function encodeMessage(message: string): Frames {
  return splitMessage(message).map((frame) => Buffer.from(frame));
}

export function splitMessage(message: string): readonly string[] {
  if (message.length <= MAX_FRAME_LENGTH) return [message];
  const parts: string[] = [];
  for (let start = 0; start < message.length;) {
    let end = Math.min(start + MAX_FRAME_LENGTH, message.length);
    // A frame cannot encode half a surrogate pair.
    if (end < message.length && isHighSurrogate(message.charCodeAt(end - 1))) end -= 1;
    parts.push(message.slice(start, end));
    start = end;
  }
  return [String(parts.length), ...parts];
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** A frame with the number of parts has at most six digits. */
const PART_COUNT = /^\d{1,6}$/;

export const TOO_LONG = Symbol("a message that is too long");

export class FrameAssembler {
  private parts: string[] = [];
  private missing = 0;
  private length = 0;

  /** @param maxLength of a message, in UTF-16 units */
  constructor(private readonly maxLength: number) {}

  /** @returns the message, once it is complete */
  take(frame: string): string | undefined | typeof TOO_LONG {
    if (this.missing === 0) {
      if (!PART_COUNT.test(frame)) return frame.length > this.maxLength ? TOO_LONG : frame;
      this.missing = Number(frame);
      return undefined;
    }
    this.length += frame.length;
    if (this.length > this.maxLength) return TOO_LONG;
    this.parts.push(frame);
    this.missing -= 1;
    if (this.missing > 0) return undefined;
    const message = this.parts.join("");
    this.parts = [];
    this.length = 0;
    return message;
  }
}
