import { createFrameCounter } from "../../../bench/stack/frames";

const HEAD = Buffer.from("GET /.ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n");

function frame(length: number, { opcode = 1, isMasked = false } = {}): Buffer {
  const mask = isMasked ? 0x80 : 0;
  const head =
    length < 126
      ? [mask | length]
      : length < 65_536
        ? [mask | 126, length >> 8, length & 0xff]
        : [mask | 127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 0xff, length & 0xff];
  const key = isMasked ? [1, 2, 3, 4] : [];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...head, ...key]), Buffer.alloc(length, 0x81)]);
}

const STREAM = Buffer.concat([
  HEAD,
  frame(0),
  frame(125, { isMasked: true }),
  frame(126),
  frame(40_000, { isMasked: true }),
  frame(70_000),
  // A ping is none of ours.
  frame(4, { opcode: 9 }),
]);

test.each([13, 1000, STREAM.length])("frames are counted in pieces of %i bytes", (size) => {
  const count = createFrameCounter();
  let frames = 0;
  for (let from = 0; from < STREAM.length; from += size) {
    frames += count(STREAM.subarray(from, from + size));
  }
  expect(frames).toBe(5);
});

test("a frame counts when it is complete", () => {
  const count = createFrameCounter();
  expect(count(HEAD)).toBe(0);
  const bytes = frame(300);
  expect(count(bytes.subarray(0, 299))).toBe(0);
  expect(count(bytes.subarray(299))).toBe(1);
});
