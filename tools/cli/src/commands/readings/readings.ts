/** `farm readings tail`, `farm readings export` and `farm readings import`. */

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Option } from "commander";
import type { Command } from "commander";
import { entryJson, entryText, formatEntry, FORMATS, headOf } from "../../readings/entry-text";
import type { Format } from "../../readings/entry-text";
import { MAX_READING_AGE_DAYS } from "@greenhouse/domain/reading-limits";
import type { Period } from "@greenhouse/domain/identity/key-range";
import { CommandError, EXIT, failed, misused } from "../../core/failure";
import type { Database } from "../../core/database";
import { readSensor, requireFarm, requireKeys, selectGreenhouses } from "../../farm/farms";
import { farmCommand } from "../../core/hint";
import { findSources, readPages, shareOf } from "../../readings/history-pages";
import type { Entry } from "../../readings/history-pages";
import { DATE_ORDERS, readFormat } from "../../loading/format";
import type { FormatOptions } from "../../loading/format";
import { parsePeriod } from "../../core/period";
import type { Progress } from "../../core/progress";
import { serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { follow } from "../../readings/tail";
import { count } from "../../core/text";
import { TIME_FORMS } from "../../core/time";
import { problemOfSensorUid, refuseProblems } from "../../core/validation";
import { writeWhole } from "../../core/whole-file";
import type { Runner } from "../command";
import { several, wholeNumber } from "../command";
import { loadReadings } from "./load-readings";

/** @returns the command that further commands for readings are added to */
export function addReadingsCommands(program: Command, { opened }: Runner): Command {
  const readings = program.command("readings").description("the readings of a farm");
  const greenhouse = (): Option =>
    new Option(
      "--greenhouse <greenhouseId>",
      "of this one only; may be given several times",
    ).argParser(several);
  readings
    .command("tail")
    .description("show readings as they are stored, until Ctrl-C")
    .argument("<farmId>")
    .addOption(greenhouse())
    .option("--sensor <uid>", "of this sensor only")
    .option("--limit <count>", "end after so many", wholeNumber(1, 1_000_000_000))
    .action(opened(tailReadings));
  readings
    .command("export")
    .description("write a period of history, however long, as CSV or newline-delimited JSON")
    .argument("<farmId>")
    .option("--from <time>", `the first moment: ${TIME_FORMS}. The beginning, unless given`)
    .option("--to <time>", "the first moment that is left out", "now")
    .addOption(new Option("--format <format>", "of the file").choices(FORMATS).default("csv"))
    .addOption(greenhouse())
    .option("--sensor <uid>", "of this sensor only")
    .option("--output <file>", "where to, written whole or not at all; stdout, unless given")
    .option("--raw", "leave names in CSV as they are that a spreadsheet would take for a formula")
    .action(opened(exportReadings));
  readings
    .command("import")
    .description(
      `store the readings of a file, CSV or newline-delimited JSON, of the last ${MAX_READING_AGE_DAYS} days`,
    )
    .argument("<farmId>")
    .argument("<file>", "as `readings export` writes it, or with a header such as uid,time,light")
    .option("--uid <uid>", "the sensor of all readings of a file that names none")
    .option("--columns <list>", 'other columns, such as "time=Date,temperature=Temp °C"')
    .option("--delimiter <character>", "of columns: , ; or tab; as the header shows, unless given")
    .option("--decimal <character>", "of numbers: . or ,", ".")
    .option(
      "--zone <zone>",
      "of local times, such as Europe/Berlin; dates as 2026-03-01 06:00 are UTC, unless given",
    )
    .addOption(
      new Option("--date-order <order>", "what dates as 05/11/2026 begin with").choices(
        DATE_ORDERS,
      ),
    )
    .action(opened(importReadings));
  return readings;
}

async function importReadings(
  session: OpenSession,
  farmId: string,
  file: string,
  { uid, ...options }: FormatOptions & { readonly uid?: string },
): Promise<void> {
  const format = readFormat(options);
  if (uid !== undefined) refuseProblems(problemOfSensorUid(uid));
  requireKeys(await requireFarm(session.database, farmId));
  if (uid !== undefined) await requireSensorOf(session.database, farmId, uid);
  await loadReadings(session, { file, id: { farmId }, uid, format });
}

interface Selection {
  readonly greenhouse?: readonly string[];
  readonly sensor?: string;
}

async function tailReadings(
  session: OpenSession,
  farmId: string,
  options: Selection & { readonly limit?: number },
): Promise<void> {
  const { limit = Number.POSITIVE_INFINITY } = options;
  refuseBadSensor(options);
  const greenhouses = await selectGreenhouses(session.database, farmId, options.greenhouse);
  if (options.sensor !== undefined) {
    await requireSensorOf(session.database, farmId, options.sensor);
  }
  const stopping = session.takeOverInterrupt();
  const serverMs = await serverTime(session);
  let shown = 0;
  let stop = (): void => undefined;
  await new Promise<void>((resolve, reject) => {
    stopping.addEventListener("abort", () => resolve(), { once: true });
    const onEntry = (entry: Entry): void => {
      if (shown >= limit || (options.sensor ?? entry.uid) !== entry.uid) return;
      session.out.line(entryJson(entry), entryText(entry));
      shown += 1;
      if (shown >= limit) resolve();
    };
    follow(session.database, greenhouses, serverMs, { onEntry, onLost: reject }).then((stopAll) => {
      stop = stopAll;
      session.out.note(
        `Waiting for readings of ${selectedOf(options, greenhouses)}. Ctrl-C ends it.`,
      );
    }, reject);
  });
  stop();
}

interface ExportOptions extends Selection {
  readonly from?: string;
  readonly to: string;
  readonly format: Format;
  readonly output?: string;
  readonly raw?: true;
}

async function exportReadings(
  session: OpenSession,
  farmId: string,
  options: ExportOptions,
): Promise<void> {
  const period = parsePeriod(options.from, options.to, session.now());
  if (options.output === "") throw misused("--output needs the name of a file.");
  const output = options.output === undefined ? undefined : session.resolvePath(options.output);
  if (output !== undefined && !existsSync(dirname(output))) {
    throw misused(`There is no folder ${dirname(output)}.`, "Make it, or choose another file.");
  }
  refuseBadSensor(options);
  const greenhouses = await selectGreenhouses(session.database, farmId, options.greenhouse);
  const progress = await session.startProgress("Exporting");
  const counts = { readings: 0 };
  // One chunk for each page.
  const lines = exportLines(session, { ...options, farmId, greenhouses, period, progress, counts });
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

/** No more is read from the database than the reader takes. */
const ONE_CHUNK = { objectMode: true, highWaterMark: 1 };

/** @throws CommandError */
async function writeFile(
  { out, takeOverInterrupt }: OpenSession,
  output: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  const left = existsSync(output) ? "It is as it was before." : "Nothing is left of it.";
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
  readonly period: Period;
  readonly format: Format;
  readonly raw?: true;
  readonly sensor?: string;
  readonly progress: Progress;
  readonly counts: { readings: number };
}

async function* exportLines(
  { database }: OpenSession,
  { farmId, greenhouses, period, format, raw, sensor, progress, counts }: ExportPlan,
): AsyncGenerator<string> {
  yield headOf(format);
  for (const [index, greenhouse] of greenhouses.entries()) {
    const sources = (await findSources(database, greenhouse, period)).filter(
      ({ uid }) => sensor === undefined || uid === undefined || uid === sensor,
    );
    for (const [turn, source] of sources.entries()) {
      for await (const page of readPages(database, source, period)) {
        const entries = page.filter(({ uid }) => sensor === undefined || uid === sensor);
        counts.readings += entries.length;
        const last = page.at(-1);
        const done = index + (turn + (last ? shareOf(last, period) : 0)) / sources.length;
        progress.show(done / greenhouses.length, count(counts.readings, "reading"));
        const text = entries.map((entry) => formatEntry(entry, format, raw)).join("");
        if (text !== "") yield text;
      }
    }
  }
  progress.show(1, count(counts.readings, "reading"));
  // A sensor that left the farm may have history.
  if (sensor !== undefined && counts.readings === 0) {
    await requireSensorOf(database, farmId, sensor);
  }
}

/** @throws CommandError where the farm has no such sensor */
async function requireSensorOf(database: Database, farmId: string, uid: string): Promise<void> {
  const sensor = readSensor(uid, await database.read(`registeredSensors/${uid}`));
  if (sensor?.farmId === farmId) return;
  throw failed(
    `${farmId} has no sensor ${uid}.`,
    `\`${farmCommand("sensor list", [farmId])}\` shows those that there are.`,
  );
}

/** What the readings are of, in words. The greenhouses are only where those of a sensor are looked for. */
function selectedOf({ sensor }: Selection, greenhouses: readonly string[]): string {
  return sensor ?? greenhouses.join(", ");
}

function refuseBadSensor({ sensor }: Selection): void {
  if (sensor !== undefined) refuseProblems(problemOfSensorUid(sensor));
}
