/** `farm greenhouse thresholds`: shows or sets the limits of values, by day and by night. */

import { Argument } from "commander";
import type { Command } from "commander";
import { parseThresholds } from "@greenhouse/domain/identity/farm-records";
import {
  BOUNDS,
  isPlausible,
  QUANTITIES,
  QUANTITY,
} from "@greenhouse/domain/quantities/measurements";
import type { Bounds, Quantity, Thresholds } from "@greenhouse/domain/quantities/measurements";
import type { Json } from "../../core/database";
import { misused } from "../../core/failure";
import { ownerOf, requireFarm, requireGreenhouse } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import { updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatTable } from "../../core/text";
import { finiteNumber } from "../command";
import type { Runner } from "../command";

interface ThresholdOptions extends Bounds {
  readonly remove?: true;
}

export function addThresholdsCommand(greenhouse: Command, { opened }: Runner): void {
  greenhouse
    .command("thresholds")
    .description("show a greenhouse's thresholds, or set those of one quantity")
    .argument("<greenhouseId>")
    .addArgument(new Argument("[quantity]", "the quantity to set").choices(QUANTITIES))
    .option("--min <value>", "values below this are a problem", finiteNumber)
    .option("--max <value>", "values above this are a problem", finiteNumber)
    .option("--night-min <value>", "replaces --min from sunset to sunrise", finiteNumber)
    .option("--night-max <value>", "replaces --max from sunset to sunrise", finiteNumber)
    .option("--remove", "remove the quantity's thresholds; with new ones, replace them all")
    .action(opened(thresholds));
}

async function thresholds(
  session: OpenSession,
  greenhouseId: string,
  quantity: Quantity | undefined,
  { remove, ...given }: ThresholdOptions,
): Promise<void> {
  const isChange = remove === true || Object.keys(given).length > 0;
  if (isChange && quantity === undefined) {
    throw misused("A quantity is missing.", `Use one of ${QUANTITIES.join(", ")}.`);
  }
  const { database, out } = session;
  const { farmId } = await requireGreenhouse(database, greenhouseId);
  const path = `greenhouses/${greenhouseId}/thresholds`;
  const stored = parseThresholds(await database.read(path));
  if (!isChange || quantity === undefined) {
    out.result({ greenhouseId, thresholds: toJson(stored) }, describe(greenhouseId, stored));
    return;
  }
  const bounds = { ...(remove === true ? {} : stored[quantity]), ...given };
  refuseImpossible(quantity, given);
  refuseCrossed(bounds);
  const farm = await requireFarm(database, farmId);
  await updateAs(session, ownerOf(farm), {
    [`${path}/${quantity}`]: Object.keys(bounds).length === 0 ? null : { ...bounds },
  });
  const isNight = bounds.nightMin !== undefined || bounds.nightMax !== undefined;
  if (isNight && (await database.read(`farms/${farmId}/place`)) === null) {
    out.note(
      `Night thresholds apply once ${farmId} has a place: ${farmCommand("place", [farmId], { rest: "<latitude> <longitude>" })}`,
    );
  }
  const after = { ...stored, [quantity]: bounds };
  out.result({ greenhouseId, thresholds: toJson(after) }, describe(greenhouseId, after));
}

/** @throws CommandError (usage) if a bound is outside of the quantity's range */
function refuseImpossible(quantity: Quantity, given: Bounds): void {
  const { min, max, unit } = QUANTITY[quantity];
  for (const bound of Object.values(given)) {
    if (isPlausible(quantity, bound)) continue;
    throw misused(
      `${bound} ${unit} is not a possible ${quantity}: must be from ${min} to ${max} ${unit}.`,
    );
  }
}

/** @throws CommandError (usage) if no value could be within the bounds */
function refuseCrossed({ min, max, nightMin = min, nightMax = max }: Bounds): void {
  for (const [lower, upper] of [
    [min, max],
    [nightMin, nightMax],
  ] as const) {
    if (lower !== undefined && upper !== undefined && lower > upper) {
      throw misused(`The lower bound ${lower} is above the upper bound ${upper}.`);
    }
  }
}

/** Leaves out quantities without bounds. */
function toJson(thresholds: Thresholds): Json {
  return Object.fromEntries(
    Object.entries(thresholds).flatMap(([quantity, bounds]) =>
      Object.keys(bounds).length === 0 ? [] : [[quantity, { ...bounds }]],
    ),
  );
}

function describe(greenhouseId: string, thresholds: Thresholds): string {
  return formatTable(
    ["quantity", "unit", "min", "max", "night min", "night max"],
    QUANTITIES.flatMap((quantity) => {
      const bounds = thresholds[quantity];
      if (bounds === undefined || Object.keys(bounds).length === 0) return [];
      return [
        [quantity, QUANTITY[quantity].unit, ...BOUNDS.map((name) => String(bounds[name] ?? ""))],
      ];
    }),
    `${greenhouseId} has no thresholds.`,
  );
}
