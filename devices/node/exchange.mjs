/** Sends one HTTP request with a deadline, and reads an answer of a bounded size. */

import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** Bytes of status line and headers. */
const MAX_HEAD_LENGTH = 16_384;
/** More headers are ignored. */
const MAX_HEADERS = 100;
/** Characters; the rest is not read. */
const MAX_BODY_LENGTH = 16_384;
/** Levels of lists and objects in the JSON of an answer. */
const MAX_ANSWER_DEPTH = 8;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} (\d{4}) \d{2}:\d{2}:\d{2} GMT$/;
/** Dates of other years are ignored. */
const FIRST_YEAR = 2020;
const LAST_YEAR = 2100;
/** Characters of an answer's error, or of an exception, in a report. */
const MAX_TEXT_LENGTH = 200;

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {string} text
 */

/**
 * Sends a request. Rejects on any failure.
 * @param {"GET" | "POST"} method @param {URL} url @param {Readonly<Record<string, string>>} headers
 * @param {string} body
 * @param {number} timeoutMs limit from the look-up of the name to the answer's last byte
 * @returns {Promise<Answer>}
 */
export function exchange(method, url, headers, body, timeoutMs) {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      method,
      agent: false,
      headers: body === "" ? headers : { ...headers, "Content-Length": Buffer.byteLength(body) },
      maxHeaderSize: MAX_HEAD_LENGTH,
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.maxHeadersCount = MAX_HEADERS;
    request.once("error", reject);
    request.once("response", (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      let text = "";
      const finish = () => resolve({ status, headers: answered, text });
      response.setEncoding("utf8");
      response.on("data", (/** @type {string} */ part) => {
        text = (text + part).slice(0, MAX_BODY_LENGTH);
        if (text.length < MAX_BODY_LENGTH) return;
        finish();
        request.destroy();
      });
      response.on("error", reject);
      response.once("end", finish);
    });
    request.end(body);
  });
}

/**
 * Returns the value of a JSON text; undefined if it is not JSON, or nests too deep.
 * @param {string} text @returns {unknown}
 */
export function parseJson(text) {
  try {
    return isTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the Unix milliseconds of "Tue, 14 Nov 2023 22:13:20 GMT"; undefined for anything else. A server whose clock
 * is not set sends a year such as 1 or 9999: also undefined.
 * @param {string | undefined} text
 */
export function parseDate(text) {
  // `Date.parse` alone takes the year 0025 for 2025.
  const year = Number(HTTP_DATE.exec(text ?? "")?.[1]);
  const date = Date.parse(text ?? "");
  return year >= FIRST_YEAR && year <= LAST_YEAR && !Number.isNaN(date) ? date : undefined;
}

/**
 * Returns a bounded text without control characters, for one line of a report. A longer text is cut after a whole
 * word, and ends with dots.
 * @param {string} text
 */
export function singleLine(text) {
  const line = text.slice(0, MAX_TEXT_LENGTH).replace(/\p{C}/gu, " ");
  if (text.length <= MAX_TEXT_LENGTH) return line;
  const start = line.slice(0, -3);
  const end = start.lastIndexOf(" ");
  const words = end > MAX_TEXT_LENGTH / 2 ? start.slice(0, end) : start;
  return `${words.replace(/[ ,;:]$/, "")}...`;
}

/**
 * Returns whether the JSON nests deeper than any answer. Brackets in strings do not count.
 * @param {string} text
 */
function isTooDeep(text) {
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  for (const char of text) {
    if (isString) {
      isString = isEscaped || char !== '"';
      isEscaped = !isEscaped && char === "\\";
    } else if (char === '"') {
      isString = true;
    } else if (char === "[" || char === "{") {
      depth += 1;
      if (depth > MAX_ANSWER_DEPTH) return true;
    } else if (char === "]" || char === "}") {
      depth -= 1;
    }
  }
  return false;
}
