/** Counts the data frames of WebSocket in a stream of bytes. Source: RFC 6455, section 5.2. */

const HEAD_END = "\r\n\r\n";
/** Continuation, text and binary. Higher ones are control frames. */
const LAST_DATA_OPCODE = 2;

/**
 * A counter for one direction of one connection, which begins with the head of an HTTP request or response.
 * @returns a function that takes the next bytes and returns the number of data frames that they complete
 */
export function createFrameCounter(): (data: Buffer) => number {
  let rest: Buffer = Buffer.alloc(0);
  let isPastHead = false;
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    if (!isPastHead) {
      const end = rest.indexOf(HEAD_END);
      if (end < 0) return 0;
      rest = rest.subarray(end + HEAD_END.length);
      isPastHead = true;
    }
    let frames = 0;
    for (let length = lengthOfFrame(rest); length <= rest.length; length = lengthOfFrame(rest)) {
      if (((rest[0] ?? 0) & 0x0f) <= LAST_DATA_OPCODE) frames += 1;
      rest = rest.subarray(length);
    }
    return frames;
  };
}

/** The length of the first frame in bytes; infinite while its head is incomplete. */
function lengthOfFrame(bytes: Buffer): number {
  const second = bytes[1];
  if (second === undefined) return Infinity;
  const mask = (second & 0x80) === 0 ? 0 : 4;
  const short = second & 0x7f;
  if (short < 126) return 2 + mask + short;
  if (short === 126) return bytes.length < 4 ? Infinity : 4 + mask + bytes.readUInt16BE(2);
  return bytes.length < 10 ? Infinity : 10 + mask + Number(bytes.readBigUInt64BE(2));
}
