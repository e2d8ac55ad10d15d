/** `farm output on|off|log`: orders an output, and lists who ordered what. */

import { placeOrder } from "@greenhouse/database/outputs/place-order";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { MAX_VALUE } from "@greenhouse/domain/outputs/limits";
import { withRenewals } from "@greenhouse/domain/outputs/log-ends";
import { parseOrder, parseOutputLog } from "@greenhouse/domain/outputs/records";
import type { Order, Output } from "@greenhouse/domain/outputs/model";
import { orderPath } from "@greenhouse/domain/outputs/ordering";
import type { Ordering } from "@greenhouse/domain/outputs/ordering";
import type { Json } from "../../core/database";
import { failed, misused } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { deniedByRules, serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatTable } from "../../core/text";
import { formatSeconds } from "../../core/time";
import { nameAll, ownerOf, requireMember } from "../../farm/stored-farms";
import type { Farm } from "../../farm/stored-farms";
import { readFarmTimes } from "../../outputs/farm-times";
import type { FarmTimes } from "../../outputs/farm-times";
import { formatEnd, formatValue, orderJson } from "../../outputs/output-text";
import { requireOutput } from "../../outputs/stored-output";
import type { FoundOutput } from "../../outputs/stored-output";

const createKey = createPushKeys(Math.random);

interface OffOptions {
  /** The member who orders. */
  readonly as?: string;
}

interface OnOptions extends OffOptions {
  /** In seconds. */
  readonly for: number;
  readonly level?: number;
}

export async function switchOn(
  session: OpenSession,
  uid: string,
  output: string,
  { for: forSeconds, level, as }: OnOptions,
): Promise<void> {
  const found = await requireOutput(session, uid, output);
  const { kind, maxOnSeconds } = found.defined;
  if (level !== undefined && kind === "switch") {
    throw misused(`${output} of ${uid} is a switch: --level is only for outputs with a level.`);
  }
  const until = (await serverTime(session)) + forSeconds * 1_000;
  const isLimited = forSeconds > maxOnSeconds;
  await switchTo(session, found, {
    ordering: { value: level ?? MAX_VALUE[kind], until },
    as,
    limit: isLimited ? `, and for at most ${formatSeconds(maxOnSeconds)} a day` : "",
    effect: "The board applies the order at its next check-in",
  });
}

export async function switchOff(
  session: OpenSession,
  uid: string,
  output: string,
  { as }: OffOptions,
): Promise<void> {
  const found = await requireOutput(session, uid, output);
  const lease = formatSeconds(found.defined.leaseSeconds);
  await switchTo(session, found, {
    ordering: { value: 0, until: undefined },
    as,
    limit: "",
    effect: `The board applies the order at its next check-in; without contact the output is off ${lease} after the board's last check-in, unless somebody at the board or its own fallback has switched it on`,
  });
}

interface Switching {
  readonly ordering: Omit<Ordering, "by">;
  readonly as: string | undefined;
  readonly limit: string;
  readonly effect: string;
}

/** Orders an output, and says what the board will do. */
async function switchTo(
  session: OpenSession,
  found: FoundOutput,
  { ordering, as, limit, effect }: Switching,
): Promise<void> {
  const { farm, id, defined } = found;
  const { value, until } = ordering;
  const by = as === undefined ? ownerOf(farm) : (await requireMember(session, farm, as)).uid;
  const times = await readFarmTimes(session.database, id.farmId);
  const replaced = await order(session, found, { ...ordering, by }, times);
  const ordered = `${defined.name} ${formatValue(defined, value)}${formatEnd(until, times)}`;
  const minute = until === undefined ? times.zonedMinute : times.minute;
  session.out.result(
    { ...id, value, until: until ?? null, by, replaced: replaced ?? null },
    `Ordered: ${ordered}${formatReplaced(defined, replaced, value, minute)}${limit}. ${effect}: ${farmCommand("output list", [id.farmId])}`,
  );
}

/** An order with the printable name of the person who made it. */
type NamedOrder = Awaited<ReturnType<typeof nameOrder>>;

async function nameOrder(session: OpenSession, farm: Farm, placed: Order) {
  const nameOf = await nameAll(session, farm, [placed.by]);
  return { ...orderJson(placed), byName: nameOf(placed.by) };
}

/**
 * Also names the person's own order, because two people may share an account of the command line.
 */
function formatReplaced(
  defined: Output,
  replaced: NamedOrder | undefined,
  value: number,
  minute: FarmTimes["minute"],
): string {
  if (replaced === undefined || replaced.until === null) return "";
  const replacedText = replaced.value === value ? "" : `${formatValue(defined, replaced.value)} `;
  return ` (${replaced.byName} had ordered ${replacedText}until ${minute(replaced.until)})`;
}

/**
 * @returns the order that applied until now
 * @throws CommandError (failed) if the order is not stored
 */
async function order(
  session: OpenSession,
  { farm, id, defined }: FoundOutput,
  ordering: Ordering,
  times: FarmTimes,
): Promise<NamedOrder | undefined> {
  const { connections, database, now } = session;
  const [asPerson, offsetMs] = [await connections.open(ordering.by), await database.clockOffset()];
  const outcome = await placeOrder(
    {
      read: (path) => database.read(path),
      update: async (values) =>
        (await asPerson.update(values as Record<string, Json>)) === "stored",
      createKey,
      now: () => now() + offsetMs,
    },
    id,
    ordering,
  );
  if (outcome.kind === "refused") throw whyRefused(farm, ordering.by, defined);
  if (outcome.kind === "ordered") {
    return outcome.replaced && nameOrder(session, farm, outcome.replaced);
  }
  const storedOrder = outcome.order && (await nameOrder(session, farm, outcome.order));
  throw failed(
    `${storedOrder?.byName ?? "Somebody else"} ordered at the same moment: ${formatValue(defined, storedOrder?.value ?? 0)}${formatEnd(storedOrder?.until, times)}.`,
    `All orders: ${farmCommand("output log", [id.uid, id.output])}. Order again if you still want it.`,
  );
}

function whyRefused(farm: Farm, by: string, { viewersMay }: Output): Error {
  const isOwner = farm.members.some(({ uid, role }) => uid === by && role === "owner");
  if (isOwner || viewersMay) return deniedByRules();
  return failed(
    "Only owners can order this output.",
    "`farm output add` with --members lets viewers order it too.",
  );
}

export async function showLog(
  session: OpenSession,
  uid: string,
  output: string,
  { last }: { readonly last: number },
): Promise<void> {
  const { farm, id, defined } = await requireOutput(session, uid, output);
  const path = `outputLog/${id.farmId}/${uid}/${output}`;
  const orders = parseOutputLog(await session.database.findHighest(path, "at", last));
  const times = await readFarmTimes(session.database, id.farmId);
  const newest = parseOrder(await session.database.read(orderPath(id)));
  const people = orders.map(({ by }) => by);
  const nameOf = await nameAll(session, farm, people);
  session.out.result(
    orders.map((order) => ({ ...orderJson(order), byName: nameOf(order.by) })),
    formatTable(
      ["at", "ordered", "until", "by"],
      withRenewals(orders, newest).map(({ value, until, by, at }) => [
        times.minute(at),
        formatValue(defined, value),
        until === undefined ? "" : times.minute(until),
        nameOf(by),
      ]),
      `Nobody has ordered ${output} of ${uid} yet.`,
    ) + (orders.length === 0 ? "" : `\n${times.remark}`),
  );
}
