/**
 * `POST /<path>/.upload`: the Emulator UI's import of a JSON file, sent as a form. It replaces the data at the path.
 */

import type { DataRequest } from "./data";
import { errorReply, type Reply } from "./reply";
import { putData } from "./write";

export function uploadData(data: DataRequest, bytes: Buffer): Reply {
  const file = fileOf(data.request.headers["content-type"] ?? "", bytes);
  return file === undefined
    ? errorReply(400, "Send a form (multipart/form-data) with one JSON file.")
    : putData(data, file);
}

const BOUNDARY = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/** Returns the content of a form's first part. Source: https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1 */
function fileOf(contentType: string, bytes: Buffer): Buffer | undefined {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const opening = bytes.indexOf(`--${boundary}\r\n`);
  const start = opening === -1 ? -1 : bytes.indexOf("\r\n\r\n", opening);
  const end = start === -1 ? -1 : bytes.indexOf(`\r\n--${boundary}`, start + 4);
  return end === -1 ? undefined : bytes.subarray(start + 4, end);
}
