/**
 * Reads a stream to its end, as UTF-8. Returns undefined if it is longer. The stream is closed then, and the rest unread.
 * @throws Error if the stream breaks off
 */
export async function readText(
  stream: AsyncIterable<unknown>,
  maxBytes: number,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
