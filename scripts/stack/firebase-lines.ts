/**
 * Which lines of firebase-tools a person should see: warnings, errors, refusals and failed requests of the page. Pure.
 */

/** `i` says what it does, `✔` what is done; hosting says where it sends a request of `/api`. */
const PROGRESS = /^(?:(?:i|✔) {2}|\[hosting\] Rewriting )/;
/** A request of the page that was refused or failed. */
const FAILED_REQUEST = /^i {2}hosting: .*" [45]\d\d /;
/** A new process for the functions says its address. */
const ADDRESS = /^Serving at port \d+$/;

/** The database lists the scheduled functions at each start. */
const SCHEDULES = /^rtdb-emulator: Scheduled functions run by the clock: /;

/** It ends the command, which then reports it. */
const ENDS_ALL = /^rtdb-emulator: A write was refused: /;

/** The functions' log of a refusal. Text of a client stays escaped as in JSON. */
const REFUSAL =
  /^> {2}\{"severity":"INFO","event":"request_refused","endpoint":"(\w+)","status":(\d+),"message":"((?:[^"\\]|\\.)*)"[,}]/;

/** The jobs' log of a minute. */
const LOOK =
  /^> {2}\{"severity":"INFO","event":"farms_watched".*"delivered":(\d+),"undelivered":(\d+)[,}]/;

/** The jobs' log of a quarter of an hour. */
const FOLDED = /^> {2}\{"severity":"INFO","event":"readings_folded"/;

/** @returns the text to print: a refusal in a few words, any other line as it is, undefined when it need not be seen */
export function noticeOf(line: string): string | undefined {
  const text = line.trimEnd();
  const [, endpoint, status, message] = REFUSAL.exec(text) ?? [];
  if (message !== undefined) {
    return `refused  ${endpoint} ${status}  ${message.replace(/\\(["\\])/g, "$1")}`;
  }
  const [, delivered, undelivered] = LOOK.exec(text) ?? [];
  if (delivered !== undefined) {
    const isQuiet = delivered === "0" && undelivered === "0";
    return isQuiet ? undefined : `messages  ${delivered} delivered, ${undelivered} not`;
  }
  if (text === "" || ADDRESS.test(text) || ENDS_ALL.test(text)) return undefined;
  if (SCHEDULES.test(text) || FOLDED.test(text)) return undefined;
  return PROGRESS.test(text) && !FAILED_REQUEST.test(text) ? undefined : line;
}
