/** `farm sensor add`: a sensor, or all sensors of a list. */

import { Option } from "commander";
import type { Command } from "commander";
import { SENSOR_ROLES, UNKNOWN_TYPE } from "@greenhouse/domain/identity/sensor-records";
import { misused } from "../../core/failure";
import type { OpenSession } from "../../core/session";
import { CLIENT_NAMES } from "../../provisioning/clients/clients";
import type { ListOptions } from "../../provisioning/outputs-of-list";
import type { Runner } from "../command";
import { addSensor } from "./add-sensor";
import { addSensors } from "./add-sensors";

export const ROLE_HELP = "where it measures";

export function addSensorAddCommand(sensor: Command, { opened }: Runner): void {
  sensor
    .command("add")
    .description("register a sensor, or all sensors of a list, each with its own key")
    .argument("<farmId>")
    .argument("[uid]", "the uid that the device sends; not with --file")
    .option("--name <name>", "its name (the uid if omitted)")
    .option("--type <type>", "its type, such as SHT31", UNKNOWN_TYPE)
    .option("--greenhouse <greenhouseId>", "link it to this greenhouse at once")
    .addOption(new Option("--role <role>", ROLE_HELP).choices(SENSOR_ROLES).default("air"))
    .addOption(
      new Option(
        "--file <csv>",
        "a list with the columns name, type, greenhouse, role, uid, key",
      ).conflicts(["name", "type", "greenhouse", "role"]),
    )
    .option("--settings <folder>", "with --file: write each board's settings into this folder")
    .addOption(
      new Option("--client <client>", "the client that reads these settings").choices(CLIENT_NAMES),
    )
    .option("--template <file>", "your own settings file: only the board's lines are replaced")
    .option("--sheet <html>", "with --file: write a sheet of labels with QR codes to print")
    .option("--show-keys", "with --file: also print the keys")
    .action(opened(addOneOrMany));
}

async function addOneOrMany(
  session: OpenSession,
  farmId: string,
  uid: string | undefined,
  options: Parameters<typeof addSensor>[3] & ListOptions & { readonly file?: string },
): Promise<void> {
  const { file } = options;
  if (file !== undefined) {
    if (uid !== undefined) throw misused("--file has the uids: omit the uid.");
    return addSensors(session, farmId, file, options);
  }
  if (uid === undefined) throw misused("Give the uid of the sensor, or a list with --file.");
  const { settings, client, template, sheet, showKeys } = options;
  if ([settings, client, template, sheet, showKeys].some((option) => option !== undefined)) {
    throw misused("--settings, --client, --template, --sheet and --show-keys need --file.");
  }
  return addSensor(session, farmId, uid, options);
}
