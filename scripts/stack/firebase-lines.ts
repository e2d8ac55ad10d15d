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

/** Whether a line is news to somebody who has been told that everything runs, or that it is being stopped. */
export function isNews(line: string): boolean {
  const text = line.trimEnd();
  if (text === "" || ADDRESS.test(text)) return false;
  return !PROGRESS.test(text) || FAILED_REQUEST.test(text);
}
