/** Reads a range of the history of all greenhouses of a farm for a file, one greenhouse and day at a time. */

import { containersIn } from "@greenhouse/domain/history/history-sources";
import type { ReadEntry } from "../../model/values/reading";
import type { Window } from "../../model/plot/time-range";
import { sdkLoaded } from "../connection/sdk";
import { exportRange } from "./history-export";
import type { ExportedPart } from "./history-export";

/** `share` is of the whole farm. */
export interface ExportedFarmPart<G> extends ExportedPart {
  readonly greenhouse: G;
}

/** Reads the greenhouses one after the other, each in chronological order. */
export async function* exportFarm<G extends { readonly id: string }>(
  greenhouses: readonly G[],
  { from, to }: Window,
  read: ReadEntry,
): AsyncGenerator<ExportedFarmPart<G>> {
  const { database, get, ref } = await sdkLoaded;
  for (const [index, greenhouse] of greenhouses.entries()) {
    const current = await get(ref(database, `sensors/${greenhouse.id}/current`));
    const containers = containersIn(current.val());
    for await (const { readings, share } of exportRange(
      greenhouse.id,
      containers,
      from,
      to,
      read,
    )) {
      yield { greenhouse, readings, share: (index + share) / greenhouses.length };
    }
  }
}
