/** Filters the output of firebase-tools: keeps warnings, errors, refusals and failed requests of the page. Pure. */

/** `i` marks progress, `✔` completion; hosting prints the target of each request to `/api`. */
const PROGRESS = /^(?:(?:i|✔) {2}|\[hosting\] Rewriting )/;
/** A request of the page that was refused or failed. */
const FAILED_REQUEST = /^i {2}hosting: .*" [45]\d\d /;
/** Printed by each new process of the functions. */
const ADDRESS = /^Serving at port \d+$/;

/** The database lists the scheduled functions at each start. */
const SCHEDULES = /^rtdb-emulator: Scheduled functions run by the clock: /;

/** Ends the command, which then reports the problem itself. */
const ENDS_ALL = /^rtdb-emulator: A write was refused: /;

/** The functions' log entry for a refusal. Text from a client stays escaped as in JSON. */
const REFUSAL =
  /^> {2}\{"severity":"INFO","event":"request_refused","endpoint":"(\w+)","status":(\d+),"message":"((?:[^"\\]|\\.)*)"[,}]/;

/** The jobs' log entry of each minute. */
const CHECKED =
  /^> {2}\{"severity":"INFO","event":"farms_watched".*"delivered":(\d+),"undelivered":(\d+)[,}]/;

/** The jobs' log entry of each quarter of an hour. */
const FOLDED = /^> {2}\{"severity":"INFO","event":"readings_folded"/;

/** @returns the text to print: a summary of a refusal, any other line unchanged; undefined for lines to be hidden */
export function noticeOf(line: string): string | undefined {
  const text = line.trimEnd();
  const [, endpoint, status, message] = REFUSAL.exec(text) ?? [];
  if (message !== undefined) {
    return `refused  ${endpoint} ${status}  ${message.replace(/\\(["\\])/g, "$1")}`;
  }
  const [, delivered, undelivered] = CHECKED.exec(text) ?? [];
  if (delivered !== undefined) {
    const isQuiet = delivered === "0" && undelivered === "0";
    return isQuiet ? undefined : `messages  ${delivered} delivered, ${undelivered} not`;
  }
  if (text === "" || ADDRESS.test(text) || ENDS_ALL.test(text)) return undefined;
  if (SCHEDULES.test(text) || FOLDED.test(text)) return undefined;
  return PROGRESS.test(text) && !FAILED_REQUEST.test(text) ? undefined : line;
}
