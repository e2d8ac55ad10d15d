/**
 * What firebase-tools prints while it runs, and what of it a person wants to see: warnings, errors, what the functions
 * log and what the page asks for in vain. The log file has all of it. Pure.
 */

/** It says how it gets on: `i` what it does, `✔` what is done. */
const PROGRESS = /^(?:i|✔) {2}/;
/** A request of the page that was refused or came to nothing. */
const FAILED_REQUEST = /^i {2}hosting: .*" [45]\d\d /;
/** A process that it starts for the functions says where it is. */
const ADDRESS = /^Serving at port \d+$/;

/** How the functions log a refusal. What its text may hold of a client's stays escaped as JSON has it. */
const REFUSAL =
  /^> {2}\{"severity":"INFO","event":"request_refused","endpoint":"(\w+)","status":(\d+),"message":"((?:[^"\\]|\\.)*)"[,}]/;

/**
 * What a line tells somebody who knows that everything runs, or that it is being stopped: a refusal in a few words,
 * nothing (undefined) where it is no news, else the line as it is.
 */
export function newsOf(line: string): string | undefined {
  const text = line.trimEnd();
  const [, endpoint, status, message] = REFUSAL.exec(text) ?? [];
  if (message !== undefined) return `refused  ${endpoint} ${status}  ${unquote(message)}`;
  return isNews(text) ? line : undefined;
}

function isNews(text: string): boolean {
  if (text === "" || ADDRESS.test(text)) return false;
  return !PROGRESS.test(text) || FAILED_REQUEST.test(text);
}

function unquote(text: string): string {
  return text.replace(/\\(["\\])/g, "$1");
}
