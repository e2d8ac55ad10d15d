/** `farm readings tail`, `farm readings export` and `farm readings import`. */

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
import { loadReadings } from "./load-readings";
import { requireSensorOf } from "./selection";
import { tailReadings } from "./tail-readings";

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
