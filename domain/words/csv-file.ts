/** Reads a file that a person chose as CSV. A file that is not text gets a fault instead of a list of strange columns. */

/** A list of the most sensors with the longest names is smaller. */
const MAX_BYTES = 1_000_000;

/** `unreadable`: the file was moved or removed, or is a folder. */
export type CsvFileFault = "unreadable" | "empty" | "tooLarge" | "notText";

export type CsvFile = { readonly text: string } | { readonly fault: CsvFileFault };

/** @param file of a browser's file input */
export async function readCsvFile(file: Pick<Blob, "size" | "arrayBuffer">): Promise<CsvFile> {
  if (file.size > MAX_BYTES) return { fault: "tooLarge" };
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (bytes === undefined) return { fault: "unreadable" };
  const text = decode(bytes);
  if (CONTROL_CHARACTER.test(text)) return { fault: "notText" };
  return text.trim() === "" ? { fault: "empty" } : { text };
}

/** Texts have tabs and line ends. Other control characters are those of spreadsheets, pictures and archives. */
const CONTROL_CHARACTER = /[^\P{Cc}\t\r\n]/u;

/**
 * Spreadsheets on Windows write UTF-16 with a byte order mark, or Western European texts in the encoding Windows-1252.
 */
function decode(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const text = new TextDecoder().decode(bytes);
  return text.includes("\uFFFD") ? new TextDecoder("windows-1252").decode(bytes) : text;
}
