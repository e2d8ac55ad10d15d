/**
 * `farm place`: shows or sets a farm's place. Night thresholds apply there from sunset to sunrise.
 */

import type { Command } from "commander";
import { parsePlace } from "@greenhouse/domain/identity/farm-records";
import type { Place } from "@greenhouse/domain/sun";
import { misused } from "../../core/failure";
import { ownerOf, requireFarm } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import { updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatFields } from "../../core/text";
import { finiteNumber } from "../command";
import type { Runner } from "../command";

interface PlaceOptions {
  readonly timeZone?: string;
  readonly remove?: true;
}

export function addPlaceCommand(program: Command, { opened }: Runner): void {
  program
    .command("place")
    .description("show or set a farm's place, for thresholds that apply from sunset to sunrise")
    .argument("<farmId>")
    .argument("[latitude]", "in degrees, north positive: 52.5", finiteNumber)
    .argument("[longitude]", "in degrees, east positive: 13.4", finiteNumber)
    .option("--time-zone <name>", "such as Europe/Berlin (this machine's zone if omitted)")
    .option("--remove", "remove the place: night thresholds then never apply")
    .action(opened(place));
}

async function place(
  session: OpenSession,
  farmId: string,
  latitude: number | undefined,
  longitude: number | undefined,
  { timeZone, remove }: PlaceOptions,
): Promise<void> {
  const { database, out } = session;
  if (remove === true && latitude !== undefined)
    throw misused("--remove cannot be used with coordinates.");
  const farm = await requireFarm(database, farmId);
  const path = `farms/${farmId}/place`;
  if (remove === true) {
    await updateAs(session, ownerOf(farm), { [path]: null });
    out.result({ farmId, place: null }, `The place of ${farmId} is removed.`);
  } else if (latitude === undefined) {
    const stored = parsePlace(await database.read(path));
    const setting = farmCommand("place", [farmId], { rest: "<latitude> <longitude>" });
    out.result(
      { farmId, place: stored === undefined ? null : { ...stored } },
      stored ? describe(stored) : `${farmId} has no place. Set it: ${setting}`,
    );
  } else {
    const changed = requirePlace(latitude, longitude, timeZone);
    await updateAs(session, ownerOf(farm), { [path]: changed });
    out.result({ farmId, place: changed }, describe(changed));
  }
}

/** @throws CommandError (usage) */
function requirePlace(
  latitude: number,
  longitude: number | undefined,
  timeZone: string | undefined,
) {
  if (longitude === undefined) throw misused("The longitude is missing.");
  if (Math.abs(latitude) > 90) throw misused("The latitude must be from -90 to 90.");
  if (Math.abs(longitude) > 180) throw misused("The longitude must be from -180 to 180.");
  const name = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return { latitude, longitude, timeZone: canonical(name) };
  } catch {
    throw misused(
      `--time-zone ${name} is not a time zone.`,
      "Use a name like Europe/Berlin or America/Chicago.",
    );
  }
}

function canonical(timeZone: string): string {
  // Intl also accepts offsets, which have no summer time.
  if (!/^[A-Za-z]/u.test(timeZone)) throw new RangeError(timeZone);
  return Intl.DateTimeFormat(undefined, { timeZone }).resolvedOptions().timeZone;
}

function describe({ latitude, longitude, timeZone }: Place): string {
  return formatFields({
    latitude: String(latitude),
    longitude: String(longitude),
    "time zone": timeZone,
  });
}
