/** Decodes a file's text: UTF-8, UTF-16 or the encoding of spreadsheets on Windows. Pure. */

import { TextDecoder } from "node:util";
import { failed } from "../core/failure";

/**
 * UTF-8 and Windows-1252 are the same until the first byte that is not ASCII. That byte and the
 * next ones decide.
 * @param onEncoding gets the name of an encoding other than UTF-8
 * @throws CommandError (failed) if the text has neither encoding
 */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  onEncoding: (name: string) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let isStart = true;
  let held: Uint8Array = new Uint8Array();
  const choose = (encoding: string): TextDecoder => {
    if (encoding !== "utf-8") onEncoding(NAMES[encoding] ?? encoding);
    return new TextDecoder(encoding, { fatal: true });
  };
  for await (const chunk of chunks) {
    let bytes: Uint8Array = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    held = new Uint8Array();
    if (isStart && bytes.length >= 4) {
      isStart = false;
      const wide = wideEncoding(bytes);
      if (wide !== undefined) decoder = choose(wide);
    }
    if (decoder === undefined) {
      const at = isStart ? 0 : bytes.findIndex((byte) => byte > 0x7f);
      const plain = at === -1 ? bytes.length : at;
      yield ASCII.decode(bytes.subarray(0, plain));
      bytes = bytes.subarray(plain);
      if (bytes.length < 4) {
        held = bytes;
        continue;
      }
      decoder = choose(narrowEncoding(bytes, true));
    }
    yield decode(decoder, bytes, true);
  }
  decoder ??= choose(narrowEncoding(held, false));
  yield decode(decoder, held, false);
}

const ASCII = new TextDecoder("utf-8");
const NAMES: Readonly<Record<string, string>> = {
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};

/**
 * Recognizes UTF-16 by its byte order mark or, without a mark, by the zero beside each letter of a
 * header.
 */
function wideEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first !== 0 && second === 0) return "utf-16le";
  return first === 0 && second !== 0 ? "utf-16be" : undefined;
}

/** @param stream whether more bytes follow */
function narrowEncoding(bytes: Uint8Array, stream: boolean): string {
  try {
    // The first such character decides. If a later character is invalid, the import stops.
    const first = bytes.length > 4 ? bytes.subarray(0, 4) : bytes;
    new TextDecoder("utf-8", { fatal: true }).decode(first, {
      stream: stream || first.length < bytes.length,
    });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw failed(
      "The file's text is partly UTF-8 and partly not.",
      'Save it as "CSV UTF-8" in the spreadsheet.',
    );
  }
}
