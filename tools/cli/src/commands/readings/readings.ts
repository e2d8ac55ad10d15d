/** `farm readings tail`, `farm readings export`, `farm readings import`, and what imports brought. */

import { Option } from "commander";
import type { Command } from "commander";
import { MAX_READING_AGE_DAYS } from "@greenhouse/domain/reading-limits";
import type { OpenSession } from "../../core/session";
import { TIME_FORMS } from "../../core/time";
import { problemOfSensorUid, refuseProblems } from "../../core/validation";
import { requireFarm, requireKeys } from "../../farm/stored-farms";
import { DATE_ORDERS, readFormat } from "../../loading/format";
import type { FormatOptions } from "../../loading/format";
import { FORMATS } from "../../readings/entry-text";
import type { Runner } from "../command";
import { several, wholeNumber } from "../command";
import { exportReadings } from "./export-readings";
import { addImportCommands } from "./imports";
import { loadReadings } from "./load-readings";
import { requireSensorOf } from "./selection";
import { tailReadings } from "./tail-readings";

/** @returns the command that further commands for readings are added to */
export function addReadingsCommands(program: Command, runner: Runner): Command {
  const { opened } = runner;
  const readings = program.command("readings").description("the readings of a farm");
  const greenhouse = (): Option =>
    new Option(
      "--greenhouse <greenhouseId>",
      "only of this greenhouse; may be given several times",
    ).argParser(several);
  readings
    .command("tail")
    .description("show readings as they are stored, until Ctrl-C")
    .argument("<farmId>")
    .addOption(greenhouse())
    .option("--sensor <uid>", "only of this sensor")
    .option("--limit <count>", "end after this many readings", wholeNumber(1, 1_000_000_000))
    .action(opened(tailReadings));
  readings
    .command("export")
    .description("write a period of history of any length, as CSV or newline-delimited JSON")
    .argument("<farmId>")
    .option(
      "--from <time>",
      `the start, included: ${TIME_FORMS}. The beginning of the history if omitted`,
    )
    .option("--to <time>", "the end, not included", "now")
    .addOption(new Option("--format <format>", "the file's format").choices(FORMATS).default("csv"))
    .addOption(greenhouse())
    .option("--sensor <uid>", "only of this sensor, and of the devices that it replaced")
    .option("--output <file>", "the file to write, whole or not at all (stdout if omitted)")
    .option("--raw", "do not escape names in CSV that a spreadsheet would take for a formula")
    .action(opened(exportReadings));
  readings
    .command("import")
    .description(
      `store the readings of a file, CSV or newline-delimited JSON, of the last ${MAX_READING_AGE_DAYS} days`,
    )
    .argument("<farmId>")
    .argument("<file>", "a file of `readings export`, or one with a header such as uid,time,light")
    .option("--uid <uid>", "the sensor of all readings, if the file names none")
    .option("--columns <list>", 'column names of the file, such as "time=Date,temperature=Temp °C"')
    .option(
      "--delimiter <character>",
      "between columns: , ; or tab (taken from the header if omitted)",
    )
    .option("--decimal <character>", "in numbers: . or ,", ".")
    .option(
      "--zone <zone>",
      "of local times, such as Europe/Berlin (without it, dates such as 2026-03-01 06:00 are UTC)",
    )
    .addOption(
      new Option("--date-order <order>", "how dates such as 05/11/2026 begin").choices(DATE_ORDERS),
    )
    .action(opened(importReadings));
  addImportCommands(readings, runner);
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
  await loadReadings(session, { file, id: { farmId }, farmId, uid, format });
}
