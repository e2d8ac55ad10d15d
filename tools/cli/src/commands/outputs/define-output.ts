/** `farm output add|remove`: defines what a board switches, or removes it. */

import { MAX_OUTPUTS, MIN_HOLD_LEASE_SECONDS } from "@greenhouse/domain/outputs/limits";
import { planPath } from "@greenhouse/domain/outputs/plans/updates";
import { outputDefinition, outputRemoval } from "@greenhouse/domain/outputs/updates";
import { parseOutput } from "@greenhouse/domain/outputs/records";
import type { Output, OutputId, OutputKind } from "@greenhouse/domain/outputs/model";
import { fieldOf, textOf } from "@greenhouse/domain/stored";
import type { Database, Json } from "../../core/database";
import { failed, misused } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatSeconds } from "../../core/time";
import { problemOfName, refuseProblems } from "../../core/validation";
import { ownerOf, requireFarm, requireSensor } from "../../farm/stored-farms";
import { NEEDS_LEASE } from "./change-plan";
import { requireStoredOutput } from "../../outputs/stored-output";

export const DEFAULT_LEASE_SECONDS = 600;

/** Options that are not given leave the setting as it was. */
interface DefinitionOptions {
  readonly kind?: OutputKind;
  readonly lease?: number;
  readonly maxADay?: number;
  readonly members?: boolean;
}

export async function addOutput(
  session: OpenSession,
  uid: string,
  output: string,
  name: string,
  options: DefinitionOptions,
): Promise<void> {
  refuseProblems(problemOfName("output's name", name));
  const { database, out } = session;
  const { farmId } = await requireSensor(database, uid);
  const farm = await requireFarm(database, farmId);
  const stored = await database.read(`outputs/${farmId}/${uid}`);
  const before = parseOutput(fieldOf(stored, output));
  const kind = options.kind ?? before?.kind ?? "switch";
  if (before !== undefined && before.kind !== kind) {
    throw failed(
      `${output} of ${uid} is a ${before.kind}. The kind cannot be changed.`,
      `Remove it first: ${farmCommand("output remove", [uid, output])}`,
    );
  }
  const leaseSeconds = options.lease ?? before?.leaseSeconds ?? DEFAULT_LEASE_SECONDS;
  const maxOnSeconds = options.maxADay ?? before?.maxOnSeconds;
  if (maxOnSeconds === undefined) {
    throw misused(
      "--max-a-day is missing: how long the output may be on in a day.",
      "Such as --max-a-day 30m.",
    );
  }
  const viewersMay = options.members ?? before?.viewersMay ?? false;
  const defined = { name, kind, leaseSeconds, maxOnSeconds, viewersMay };
  const id = { farmId, uid, output };
  if (before !== undefined) await refuseShortLease(database, id, leaseSeconds, before);
  const definition = outputDefinition(id, defined, stored);
  if (definition === undefined) {
    throw failed(`${uid} already has ${MAX_OUTPUTS} outputs, the maximum of a board.`);
  }
  await updateAs(session, ownerOf(farm), definition as Record<string, Json>);
  const verb = before === undefined ? "Added" : "Changed";
  const limits = `off after ${formatSeconds(leaseSeconds)} without contact, on for at most ${formatSeconds(maxOnSeconds)} a day`;
  const switching = farmCommand("output on", [uid, output], { options: "--for 10m" });
  out.result(
    { ...id, ...defined },
    `${verb} ${output} of ${uid}: ${limits}. Switch it on: ${switching}`,
  );
}

/** @throws CommandError (failed) if the output's plan needs a longer lease */
async function refuseShortLease(
  database: Database,
  id: OutputId,
  leaseSeconds: number,
  before: Output,
): Promise<void> {
  if (leaseSeconds >= Math.min(MIN_HOLD_LEASE_SECONDS, before.leaseSeconds)) return;
  const plan = await database.read(planPath(id));
  if (textOf(plan, "kind") !== "hold") return;
  const removing = farmCommand("output plan remove", [id.uid, id.output]);
  throw failed(
    `${NEEDS_LEASE} ${id.output} has such a plan.`,
    `Choose a longer --lease, or remove the plan first: ${removing}`,
  );
}

export async function removeOutput(
  session: OpenSession,
  uid: string,
  output: string,
): Promise<void> {
  const { farm, id, stored } = await requireStoredOutput(session, uid, output);
  const { confirmation, out } = session;
  const name = parseOutput(stored)?.name ?? output;
  await confirmation.confirm(`Remove ${name} of ${uid}, with its plan and the log of its orders?`);
  await updateAs(session, ownerOf(farm), outputRemoval(id));
  out.result(
    { ...id, removed: true },
    `Removed ${output} of ${uid}. The board switches it off at its next check-in.`,
  );
}
