/** Reads an output and finds its farm. */

import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { parseOutput } from "@greenhouse/domain/outputs/records";
import type { Output, OutputId } from "@greenhouse/domain/outputs/model";
import type { Json } from "../core/database";
import { failed } from "../core/failure";
import { farmCommand } from "../core/hint";
import type { OpenSession } from "../core/session";
import { requireFarm, requireSensor } from "../farm/stored-farms";
import type { Farm } from "../farm/stored-farms";

interface StoredOutput {
  readonly farm: Farm;
  readonly id: OutputId;
  readonly stored: Json;
}

export interface FoundOutput extends Omit<StoredOutput, "stored"> {
  readonly defined: Output;
}

/** @throws CommandError (failed) if the output does not exist, or its definition cannot be read */
export async function requireOutput(
  session: OpenSession,
  uid: string,
  output: string,
): Promise<FoundOutput> {
  const { stored, ...found } = await requireStoredOutput(session, uid, output);
  const defined = parseOutput(stored);
  if (defined !== undefined) return { ...found, defined };
  throw failed(
    `The definition of ${output} of ${uid} cannot be read.`,
    `Remove it, and add it again: ${farmCommand("output remove", [uid, output])}`,
  );
}

/**
 * Also finds an output that an administrator has damaged, under any name.
 * @throws CommandError (failed) if the output does not exist
 */
export async function requireStoredOutput(
  { database }: OpenSession,
  uid: string,
  output: string,
): Promise<StoredOutput> {
  const { farmId } = await requireSensor(database, uid);
  const path = `outputs/${farmId}/${uid}/${output}`;
  const stored = isDatabaseKey(output) ? await database.read(path) : null;
  if (stored === null) {
    throw failed(
      `${uid} has no output ${output}.`,
      `Outputs of the farm: ${farmCommand("output list", [farmId])}`,
    );
  }
  return { farm: await requireFarm(database, farmId), id: { farmId, uid, output }, stored };
}
