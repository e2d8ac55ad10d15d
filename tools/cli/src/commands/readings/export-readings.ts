/** `farm readings export`: writes a period of history, page by page. */

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Period } from "@greenhouse/domain/identity/key-range";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { CommandError, EXIT, failed, misused } from "../../core/failure";
import { parsePeriod } from "../../core/period";
import type { Progress } from "../../core/progress";
import type { OpenSession } from "../../core/session";
import { count } from "../../core/text";
import { writeWhole } from "../../core/whole-file";
import { selectGreenhouses } from "../../farm/stored-farms";
import { chooseDevices } from "../../readings/devices";
import type { Devices } from "../../readings/devices";
import { formatEntry, headOf } from "../../readings/entry-text";
import type { FileForm, Format } from "../../readings/entry-text";
import { findSources, readPages, shareOf } from "../../readings/history-pages";
import { correctedQuantities, readCorrections } from "../../corrections/stored-corrections";
import { refuseBadSensor, requireSensorOf, selectedOf } from "./selection";
import type { Selection } from "./selection";

interface ExportOptions extends Selection {
  readonly from?: string;
  readonly to: string;
  readonly format: Format;
  readonly output?: string;
  readonly raw?: true;
}

export async function exportReadings(
  session: OpenSession,
  farmId: string,
  options: ExportOptions,
): Promise<void> {
  const period = parsePeriod(options.from, options.to, session.now());
  if (options.output === "") throw misused("--output needs the name of a file.");
  const output = options.output === undefined ? undefined : session.resolvePath(options.output);
  if (output !== undefined && !existsSync(dirname(output))) {
    throw misused(`There is no folder ${dirname(output)}.`, "Create it, or choose another file.");
  }
  refuseBadSensor(options);
  const { sensor, format, raw } = options;
  const { database } = session;
  const greenhouses = await selectGreenhouses(database, farmId, options.greenhouse);
  const [corrections, chosen] = await Promise.all([
    readCorrections(database, farmId),
    sensor === undefined ? undefined : chooseDevices(database, farmId, sensor),
  ]);
  const sentToo = correctedQuantities(corrections, period, chosen?.uids);
  const form = { format, isRaw: raw, sentToo };
  const progress = await session.startProgress("Exporting");
  const counts = { readings: 0 };
  // Each page is one chunk.
  const plan = { farmId, greenhouses, sensor, chosen, period, corrections, form, progress, counts };
  const lines = exportLines(session, plan);
  try {
    if (output !== undefined) await writeFile(session, output, lines);
    else await pipeline(Readable.from(lines, ONE_CHUNK), session.out.stdout, { end: false });
  } finally {
    progress.end();
  }
  const selected = selectedOf(options, greenhouses);
  const text = `Exported ${count(counts.readings, "reading")} of ${selected}.`;
  if (output !== undefined) session.out.result({ ...counts, output }, text);
  else session.out.note(text);
}

/** Reads no more from the database than the reader takes. */
const ONE_CHUNK = { objectMode: true, highWaterMark: 1 };

/** @throws CommandError */
async function writeFile(
  { out, takeOverInterrupt }: OpenSession,
  output: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  const left = existsSync(output) ? "The earlier file is unchanged." : "Nothing was left behind.";
  const stopping = takeOverInterrupt();
  try {
    await writeWhole(output, lines, stopping);
  } catch (error) {
    if (stopping.aborted) {
      throw new CommandError(EXIT.interrupted, `Interrupted: ${output} was not written. ${left}`);
    }
    if (error instanceof CommandError) {
      out.note(`${output} was not written. ${left}`);
      throw error;
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw failed(
      `${output} cannot be written: ${reason}. ${left}`,
      "Choose another file with --output.",
    );
  }
}

interface ExportPlan {
  readonly farmId: string;
  readonly greenhouses: readonly string[];
  readonly sensor: string | undefined;
  readonly chosen: Devices | undefined;
  readonly period: Period;
  readonly corrections: Corrections;
  readonly form: FileForm;
  readonly progress: Progress;
  readonly counts: { readings: number };
}

async function* exportLines(
  { database }: OpenSession,
  { farmId, greenhouses, sensor, chosen, period, corrections, form, progress, counts }: ExportPlan,
): AsyncGenerator<string> {
  yield headOf(form);
  for (const [index, greenhouse] of greenhouses.entries()) {
    const all = await findSources(database, greenhouse, period);
    const sources = all.filter((source) => chosen?.canBeIn(source) ?? true);
    for (const [turn, source] of sources.entries()) {
      for await (const page of readPages(database, source, period, corrections)) {
        const entries = page.filter((entry) => chosen?.includes(entry) ?? true);
        counts.readings += entries.length;
        const last = page.at(-1);
        const done = index + (turn + (last ? shareOf(last, period) : 0)) / sources.length;
        progress.show(done / greenhouses.length, count(counts.readings, "reading"));
        const text = entries.map((entry) => formatEntry(entry, form)).join("");
        if (text !== "") yield text;
      }
    }
  }
  progress.show(1, count(counts.readings, "reading"));
  // A sensor that has left the farm may have history.
  if (sensor !== undefined && counts.readings === 0) {
    await requireSensorOf(database, farmId, sensor);
  }
}
