/**
 * Loads the readings of a file of any length. Reports bad lines and leaves them out, and sends the
 * others in batches. Remembers beside the file what is stored, so that a second import sends only
 * the rest.
 */

import { REFUSALS } from "@greenhouse/domain/refusals";
import { MAX_ENTRY_AGE_MS } from "@greenhouse/domain/reading-limits";
import { createReadStream, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { failed } from "../core/failure";
import type { Progress } from "../core/progress";
import type { Session } from "../core/session";
import { count } from "../core/text";
import { Account } from "./account";
import { planBatches } from "./batches";
import type { NumberedReading, Sender } from "./batches";
import { BroughtReadings } from "./brought";
import type { Brought } from "./brought";
import { linesToSend } from "./checkpoint";
import { deliver } from "./delivery";
import type { RefusedReading } from "./delivery";
import { decodeText } from "./encoding";
import { columnsText, isPlain } from "./header";
import { importIdOf } from "./import-id";
import { openMemory } from "./load-memory";
import type { RememberedFile } from "./load-memory";
import { readRows } from "./rows";
import type { RowSettings } from "./found-reading";
import { checkTimes } from "./same-times";
import type { CheckedRow } from "./same-times";
import { readTextLines } from "./text-lines";

/** The part of a session that loading needs. */
export type Loader = Pick<
  Session,
  | "target"
  | "out"
  | "now"
  | "sleep"
  | "random"
  | "randomBytes"
  | "startProgress"
  | "takeOverInterrupt"
>;

export interface LoadPlan extends RememberedFile, Omit<RowSettings, "onColumns" | "onDoubledHour"> {
  /** Finds the sender for each of these sensors. */
  readonly findSenders: (uids: ReadonlySet<string>) => Promise<(uid: string) => Sender>;
  /** Called again and again with all readings that may be stored so far, also after a failure. */
  readonly onBrought: (importId: string, brought: Brought, account: Account) => Promise<void>;
}

/** What a whole import needs to send a part of its readings. */
interface Sending {
  readonly importId: string;
  readonly brought: BroughtReadings;
  readonly stopping: AbortSignal;
  readonly progress: Progress;
}

/** Number of rows that are read before they are sent: ten batches of a farm. */
const CHUNK_ROWS = 5000;
/** Maximum number of bad lines that are shown. */
const MAX_SHOWN = 20;

/** @throws CommandError if it cannot go on; it then remembers what is already stored */
export async function loadFile(session: Loader, plan: LoadPlan): Promise<Account> {
  const stats = statFile(plan.file);
  const memory = openMemory(session, plan, stats);
  const account = new Account(memory.start.stored);
  const importId = await importIdOf(session, plan, stats.isFile()).catch((error: unknown) => {
    throw readable(error, plan.file);
  });
  const brought = new BroughtReadings();
  const stopping = session.takeOverInterrupt();
  const progress = await session.startProgress("Loading");
  const sending = { importId, brought, stopping, progress };
  const stream = createReadStream(plan.file);
  const isToBeSent = linesToSend(memory.start);
  const texts = decodeText(stream, (name) =>
    progress.note(`The file is not UTF-8. It is read as ${name}.`),
  );
  const rows = readRows(readTextLines(texts), {
    ...plan,
    onColumns: (columns) => {
      if (!isPlain(columns)) progress.note(columnsText(columns));
    },
    onDoubledHour: (time) =>
      progress.note(
        `${time.replace("T", " ")} comes twice in ${String(plan.format?.zone)}: the order of a sensor's rows decides.`,
      ),
  });
  let shown = 0;
  const onRefused = ({ line, error }: RefusedReading): void => {
    account.refuse(line, error);
    shown += 1;
    if (shown <= MAX_SHOWN) progress.note(`Line ${line}: ${error}`);
    if (shown === MAX_SHOWN) progress.note("Further bad lines are only counted.");
  };
  try {
    let chunk: CheckedRow[] = [];
    for await (const row of checkTimes(rows)) {
      if (!isToBeSent(row.line)) continue;
      chunk.push(row);
      if (chunk.length < CHUNK_ROWS) continue;
      await sendChunk(chunk);
      chunk = [];
    }
    await sendChunk(chunk);
  } catch (error) {
    progress.end();
    // A file that was refused as a whole has no rest to send.
    if (account.stored + account.refused > 0) {
      session.out.note(`${account.text()}\nRun it again to send the rest.`);
    }
    await report();
    throw readable(error, plan.file);
  } finally {
    stream.destroy();
    progress.end();
  }
  memory.close(account);
  return account;

  /** Before the position is remembered, so that a resumed import may forget what was brought. */
  async function report(): Promise<void> {
    const found = brought.get();
    if (found !== undefined) await plan.onBrought(importId, found, account);
  }

  async function sendChunk(chunk: readonly CheckedRow[]): Promise<void> {
    const last = chunk.at(-1)?.line;
    if (last === undefined) return;
    const { stored, refused } = await sendRows(session, plan, chunk, sending);
    account.stored += stored;
    for (const row of chunk) {
      if ("reading" in row) account.leaveOut(row.leftOut ?? []);
      if ("repeats" in row) account.repeated += 1;
    }
    refused.toSorted((a, b) => a.line - b.line).forEach(onRefused);
    await report();
    memory.save(last, account);
    const share = stats.size === 0 ? 1 : stream.bytesRead / stats.size;
    progress.show(share, `${count(account.stored, "reading")}, ${account.refused} not`);
  }
}

async function sendRows(
  session: Loader,
  plan: LoadPlan,
  rows: readonly CheckedRow[],
  { importId, brought, stopping, progress }: Sending,
): Promise<{ readonly stored: number; readonly refused: readonly RefusedReading[] }> {
  const readings: NumberedReading[] = [];
  const refused: RefusedReading[] = [];
  for (const row of rows) {
    if ("repeats" in row) continue;
    if ("problem" in row) refused.push({ line: row.line, error: row.problem });
    else if (session.now() - row.reading.timestamp <= MAX_ENTRY_AGE_MS) readings.push(row);
    else refused.push({ line: row.line, error: REFUSALS["reading-too-old"].error });
  }
  const senderOf = await plan.findSenders(new Set(readings.map(({ reading }) => reading.uid)));
  const bad = refused.length;
  for (const batch of planBatches(readings, senderOf)) {
    const onRetry = (reason: string, waitMs: number): void =>
      progress.note(`Trying again in ${Math.ceil(waitMs / 1000)} s: ${reason}`);
    brought.begin(batch.rows.map(({ reading }) => reading));
    const denied = await deliver(session, batch, { importId, stopping, onRetry });
    const lines = new Set(denied.map(({ line }) => line));
    brought.end(batch.rows.flatMap(({ line, reading }) => (lines.has(line) ? [] : [reading])));
    refused.push(...denied);
  }
  return { stored: readings.length - (refused.length - bad), refused };
}

/** @throws CommandError (failed) if the file cannot be read */
function statFile(file: string): Stats {
  try {
    const stats = statSync(file);
    if (!stats.isDirectory()) return stats;
  } catch (error) {
    throw readable(error, file);
  }
  throw failed(`${file} is a folder.`, "Give the path of a CSV or NDJSON file.");
}

/** Returns the disk's error in words. */
function readable(error: unknown, file: string): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return failed(`${file} cannot be read: ${message}.`, "Give the path of a CSV or NDJSON file.");
}
