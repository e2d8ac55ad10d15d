/** `farm output add|list|on|off|log|remove`: what boards switch, what is ordered, and who ordered it. */

import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import {
  maxRequestIntervalMs,
  MAX_VALUE,
  isOutputName,
  LEASE_SECONDS,
  MAX_ON_SECONDS,
  MAX_ORDER_MS,
  MAX_OUTPUTS,
} from "@greenhouse/domain/outputs/limits";
import { isSurelyOff, outputCondition } from "@greenhouse/domain/outputs/condition";
import { OUTPUT_KINDS } from "@greenhouse/domain/outputs/model";
import { outputDefinition, outputRemoval } from "@greenhouse/domain/outputs/updates";
import {
  outputsOf,
  readOutput,
  readOutputLog,
  withOrders,
} from "@greenhouse/domain/outputs/records";
import type {
  KnownOutput,
  Order,
  Output,
  OutputId,
  OutputKind,
} from "@greenhouse/domain/outputs/model";
import type { Ordering } from "@greenhouse/domain/outputs/ordering";
import type { OutputCondition } from "@greenhouse/domain/outputs/condition";
import { isDatabaseKey } from "@greenhouse/domain/identity/keys";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { entriesOf, fieldOf } from "@greenhouse/domain/stored";
import type { Json } from "../../core/database";
import { failed, misused } from "../../core/failure";
import { nameAll, ownerOf, requireFarm, requireMember, requireSensor } from "../../farm/farms";
import type { Farm } from "../../farm/farms";
import { placeOrder } from "../../farm/place-order";
import { farmCommand } from "../../core/hint";
import { deniedByRules, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatTable } from "../../core/text";
import { formatMinute, formatSeconds } from "../../core/time";
import { problemOfName, refuseProblems } from "../../core/validation";
import { seconds, wholeNumber } from "../command";
import type { Runner } from "../command";

const UID = "<uid>";
const OUTPUT = "<output>";
const AS = ["--as <email|uid>", "the member who orders it (an owner)"] as const;
const USUAL_LEASE_SECONDS = 600;
const USUAL_LOG = 20;
const MAX_LOG = 1000;

export function addOutputCommands(program: Command, { opened }: Runner): void {
  const output = program
    .command("output")
    .description("valves, pumps and vents that boards switch (docs/outputs.md)");
  output
    .command("add")
    .description("define an output of a board, or change one")
    .argument(UID, "the board's sensor")
    .argument(OUTPUT, "as the board's program calls it: valve, pump-2", outputName)
    .argument("<name>", "as people see it")
    .addOption(new Option("--kind <kind>", "a level is 0 to 100").choices(OUTPUT_KINDS))
    .option(
      "--lease <duration>",
      `how long it may be on without hearing anything (${formatSeconds(USUAL_LEASE_SECONDS)}): at least three times the board's interval`,
      seconds(LEASE_SECONDS),
    )
    .option(
      "--max-a-day <duration>",
      "how long it may be on in a day, whatever is ordered; a new one needs it",
      seconds(MAX_ON_SECONDS),
    )
    .option("--members", "viewers of the farm may order it, too")
    .option("--no-members", "they may not")
    .action(opened(addOutput));
  output
    .command("list")
    .description("list a farm's outputs: what is ordered, and what the boards said last")
    .argument("<farmId>")
    .action(opened(listOutputs));
  output
    .command("on")
    .description("switch an output on, for a while")
    .argument(UID)
    .argument(OUTPUT)
    .requiredOption(
      "--for <duration>",
      "30s, 10m, 2h: 24 hours at most",
      seconds({ min: 1, max: MAX_ORDER_MS / 1_000 }),
    )
    .option("--level <percent>", "how far, of a level (100)", wholeNumber(1, MAX_VALUE.level))
    .option(...AS)
    .action(opened(switchOn));
  output
    .command("off")
    .description("switch an output off")
    .argument(UID)
    .argument(OUTPUT)
    .option(...AS)
    .action(opened(switchOff));
  output
    .command("log")
    .description("who ordered what, the newest first")
    .argument(UID)
    .argument(OUTPUT)
    .option("--last <count>", "so many", wholeNumber(1, MAX_LOG), USUAL_LOG)
    .action(opened(showLog));
  output
    .command("remove")
    .description("remove an output, its orders and their log: its board keeps it off")
    .argument(UID)
    .argument(OUTPUT)
    .action(opened(removeOutput));
}

function outputName(text: string): string {
  if (isOutputName(text)) return text;
  throw new InvalidArgumentError(
    "It must be up to 15 lower-case letters, digits, - and _, a letter first.",
  );
}

/** What is not given stays as it was. */
interface Definition {
  readonly kind?: OutputKind;
  readonly lease?: number;
  readonly maxADay?: number;
  readonly members?: boolean;
}

async function addOutput(
  session: OpenSession,
  uid: string,
  output: string,
  name: string,
  given: Definition,
): Promise<void> {
  refuseProblems(problemOfName("output's name", name));
  const { database, out } = session;
  const { farmId } = await requireSensor(database, uid);
  const farm = await requireFarm(database, farmId);
  const stored = await database.read(`outputs/${farmId}/${uid}`);
  const before = readOutput(fieldOf(stored, output));
  const kind = given.kind ?? before?.kind ?? "switch";
  if (before !== undefined && before.kind !== kind) {
    throw failed(
      `${output} of ${uid} is a ${before.kind}, and stays one.`,
      `Remove it first: ${farmCommand("output remove", [uid, output])}`,
    );
  }
  const leaseSeconds = given.lease ?? before?.leaseSeconds ?? USUAL_LEASE_SECONDS;
  const maxOnSeconds = given.maxADay ?? before?.maxOnSeconds;
  if (maxOnSeconds === undefined) {
    throw misused("Say how long it may be on in a day.", "Such as --max-a-day 30m.");
  }
  const membersMay = given.members ?? before?.membersMay ?? false;
  const defined = { name, kind, leaseSeconds, maxOnSeconds, membersMay };
  const id = { farmId, uid, output };
  const definition = outputDefinition(id, defined, stored);
  if (definition === undefined) {
    throw failed(`${uid} has ${MAX_OUTPUTS} outputs, and a board can have no more.`);
  }
  await updateAs(session, ownerOf(farm), definition as Record<string, Json>);
  out.result(
    { ...id, ...defined },
    `${before === undefined ? "Added" : "Changed"} ${output} of ${uid}: off after ${formatSeconds(leaseSeconds)} without a word, on for at most ${formatSeconds(maxOnSeconds)} a day. Switch it on: ${farmCommand("output on", [uid, output], { options: "--for 10m" })}`,
  );
}

async function listOutputs(session: OpenSession, farmId: string): Promise<void> {
  const { database, out } = session;
  await requireFarm(database, farmId);
  const nowMs = await serverTime(session);
  const [outputs, states] = await Promise.all(
    ["outputs", "outputStates"].map((root) => database.read(`${root}/${farmId}`)),
  );
  // After the states: a board may name an order that came later than those that were read.
  const orders = await database.read(`outputOrders/${farmId}`);
  const boards = entriesOf(outputs);
  const uids = boards.map(([uid]) => uid);
  const unreadable = boards.flatMap(([uid, ofBoard]) =>
    entriesOf(ofBoard)
      .filter(([, stored]) => readOutput(stored) === undefined)
      .map(([output]) => ({ uid, output, condition: "unreadable" })),
  );
  const listed = withOrders(outputsOf(farmId, outputs, uids), orders, states);
  const rows = listed.map((each) => ({
    ...each,
    condition: outputCondition(each.defined, each.order, each.state, nowMs),
  }));
  out.result(
    [
      ...rows.map(({ uid, output, defined, order, state, condition }) => ({
        uid,
        output,
        ...defined,
        condition,
        order: order === undefined ? null : { ...order, until: order.until ?? null },
        state: state === undefined ? null : { ...state, since: state.since ?? null },
      })),
      ...unreadable,
    ],
    formatTable(
      ["sensor", "output", "name", "now", "the board said"],
      [
        ...rows.map(({ uid, output, defined, order, state, condition }) => [
          uid,
          output,
          defined.name,
          describeCondition(condition, { defined, order, state }, nowMs),
          state === undefined
            ? "nothing yet"
            : `${formatValue(defined, state.value)}, ${formatMinute(state.heard)}`,
        ]),
        ...unreadable.map(({ uid, output }) => [
          uid,
          output,
          "",
          `off: the definition cannot be read. ${farmCommand("output remove", [uid, output])}`,
          "",
        ]),
      ],
      `${farmId} has no outputs. Add one: ${farmCommand("output add", [UID, OUTPUT, "<name>"], { options: "--max-a-day 30m" })}`,
    ),
  );
}

function formatValue({ kind }: Output, value: number): string {
  if (kind === "level" && value > 0) return `${value} %`;
  return value > 0 ? "on" : "off";
}

/** The list never shows a board's word as the present state, once that state cannot hold any more. */
function describeSaid(
  { defined, state }: Pick<KnownOutput, "defined" | "state">,
  nowMs: number,
): string {
  if (state === undefined) return "not known yet";
  return isSurelyOff(defined, state, nowMs)
    ? "should be off by itself"
    : formatValue(defined, state.value);
}

function describeCondition(
  condition: OutputCondition,
  { defined, order, state }: Pick<KnownOutput, "defined" | "order" | "state">,
  nowMs: number,
): string {
  const since = state?.since === undefined ? "" : ` since ${formatMinute(state.since)}`;
  const end = order?.until === undefined ? "" : formatMinute(order.until);
  const until = end === "" ? "" : ` until ${end}`;
  const ordered = `${formatValue(defined, order?.value ?? 0)}${until}`;
  const said = describeSaid({ defined, state }, nowMs);
  switch (condition) {
    case "off":
      return said;
    case "waiting":
      return `${said}; ordered: ${ordered}, the board has not heard of it yet (it should ask at least every ${formatSeconds(Math.round(maxRequestIntervalMs(defined) / 1_000))})`;
    case "missed":
      return `${said}; the order's time is over: the board has not said that it heard of it in time`;
    case "applied":
      return `${said}${until}`;
    case "ending":
      return end === ""
        ? `${said}, though nothing is ordered`
        : `${said}; its time was over at ${end}: the board has not said yet that it is off`;
    case "over":
      return `off${since}: the order's time is over`;
    case "cut":
      return `off${since}: the board heard nothing for ${formatSeconds(defined.leaseSeconds)}, or has restarted`;
    case "limit":
      return `${said}${since}: ${formatSeconds(defined.maxOnSeconds)} a day are used up`;
    case "fault":
      return `${said}${since}: the board cannot count or understand`;
    case "local":
      return `${formatValue(defined, state?.value ?? 0)}${since}: set at the board`;
    case "silent":
      return `should be off by itself: nothing was heard of the board since ${formatMinute(state?.heard ?? 0)}`;
  }
}

interface By {
  readonly as?: string;
}

async function switchOn(
  session: OpenSession,
  uid: string,
  output: string,
  { for: forSeconds, level, as }: By & { readonly for: number; readonly level?: number },
): Promise<void> {
  const { farm, id, defined } = await requireOutput(session, uid, output);
  if (level !== undefined && defined.kind === "switch") {
    throw misused(`${output} of ${uid} is a switch: it has no level.`);
  }
  const by = await personOf(session, farm, as);
  const value = level ?? MAX_VALUE[defined.kind];
  const until = (await serverTime(session)) + forSeconds * 1_000;
  const replaced = await order(session, { farm, id, defined }, { value, until, by });
  session.out.result(
    { ...id, value, until, by, replaced: replaced ?? null },
    `Ordered: ${defined.name} ${formatValue(defined, value)} until ${formatMinute(until)}${formatReplaced(defined, replaced, value)}${forSeconds > defined.maxOnSeconds ? `, and for at most ${formatSeconds(defined.maxOnSeconds)} a day` : ""}. The board applies it when it asks next: ${farmCommand("output list", [id.farmId])}`,
  );
}

async function switchOff(
  session: OpenSession,
  uid: string,
  output: string,
  { as }: By,
): Promise<void> {
  const found = await requireOutput(session, uid, output);
  const { farm, id, defined } = found;
  const by = await personOf(session, farm, as);
  const replaced = await order(session, found, { value: 0, until: undefined, by });
  session.out.result(
    { ...id, value: 0, until: null, by, replaced: replaced ?? null },
    `Ordered: ${defined.name} off${formatReplaced(defined, replaced, 0)}. The board applies it when it asks next, and is off ${formatSeconds(defined.leaseSeconds)} after it last asked in any case: ${farmCommand("output list", [id.farmId])}`,
  );
}

/** An order with the name of who made it, in a form that can be printed. */
type NamedOrder = Awaited<ReturnType<typeof nameOrder>>;

/** Two people may share an account of the command line: also their own order is named. */
function formatReplaced(defined: Output, replaced: NamedOrder | undefined, value: number): string {
  if (replaced === undefined || replaced.until === null) return "";
  const other = replaced.value === value ? "" : `${formatValue(defined, replaced.value)} `;
  return ` (${replaced.byName} had ordered ${other}until ${formatMinute(replaced.until)})`;
}

async function nameOrder(session: OpenSession, farm: Farm, given: Order) {
  const nameOf = await nameAll(session, farm, [given.by]);
  return { ...given, until: given.until ?? null, byName: nameOf(given.by) };
}

/**
 * @returns the order that still held, and does no more
 * @throws CommandError (failed) where it is not ordered
 */
async function order(
  session: OpenSession,
  { farm, id, defined }: Found,
  ordering: Ordering,
): Promise<NamedOrder | undefined> {
  const { connections, database, now } = session;
  const [asPerson, offsetMs] = [await connections.open(ordering.by), await database.clockOffset()];
  const outcome = await placeOrder(
    {
      read: (path) => database.read(path),
      update: async (values) =>
        (await asPerson.update(values as Record<string, Json>)) === "stored",
      createKey: newKey,
      now: () => now() + offsetMs,
    },
    id,
    ordering,
  );
  if (outcome.kind === "refused") throw whyRefused(farm, ordering.by, defined);
  if (outcome.kind === "ordered") {
    return outcome.replaced && nameOrder(session, farm, outcome.replaced);
  }
  const other = outcome.order && (await nameOrder(session, farm, outcome.order));
  const until = typeof other?.until === "number" ? ` until ${formatMinute(other.until)}` : "";
  throw failed(
    `${other?.byName ?? "Somebody else"} ordered at the same moment: ${formatValue(defined, other?.value ?? 0)}${until}.`,
    `All orders: ${farmCommand("output log", [id.uid, id.output])}. Order again if it is still wanted.`,
  );
}

function whyRefused(farm: Farm, by: string, { membersMay }: Output): Error {
  const isOwner = farm.members.some(({ uid, role }) => uid === by && role === "owner");
  if (isOwner || membersMay) return deniedByRules();
  return failed(
    "Only owners order this output.",
    "`farm output add` with --members lets viewers order it, too.",
  );
}

async function showLog(
  session: OpenSession,
  uid: string,
  output: string,
  { last }: { readonly last: number },
): Promise<void> {
  const { farm, id, defined } = await requireOutput(session, uid, output);
  const path = `outputLog/${id.farmId}/${uid}/${output}`;
  const orders = readOutputLog(await session.database.findHighest(path, "at", last));
  const nameOf = await nameAll(
    session,
    farm,
    orders.map(({ by }) => by),
  );
  session.out.result(
    orders.map((order) => ({ ...order, until: order.until ?? null, byName: nameOf(order.by) })),
    formatTable(
      ["at", "ordered", "until", "by"],
      orders.map(({ value, until, by, at: orderedAt }) => [
        formatMinute(orderedAt),
        formatValue(defined, value),
        until === undefined ? "" : formatMinute(until),
        nameOf(by),
      ]),
      `Nobody has ordered ${output} of ${uid} yet.`,
    ),
  );
}

async function removeOutput(session: OpenSession, uid: string, output: string): Promise<void> {
  const { farm, id, stored } = await requireStored(session, uid, output);
  const { confirmation, out } = session;
  const name = readOutput(stored)?.name ?? output;
  await confirmation.confirm(`Remove ${name} of ${uid}, and the log of who ordered it?`);
  await updateAs(session, ownerOf(farm), outputRemoval(id));
  out.result(
    { ...id, removed: true },
    `Removed ${output} of ${uid}. Its board switches it off when it asks next.`,
  );
}

interface Found {
  readonly farm: Farm;
  readonly id: OutputId;
  readonly defined: Output;
}

async function requireOutput(session: OpenSession, uid: string, output: string): Promise<Found> {
  const { stored, ...found } = await requireStored(session, uid, output);
  const defined = readOutput(stored);
  if (defined !== undefined) return { ...found, defined };
  throw failed(
    `The definition of ${output} of ${uid} cannot be read.`,
    `Remove it, and add it again: ${farmCommand("output remove", [uid, output])}`,
  );
}

/** Also one that an administrator spoiled, under whatever name. */
async function requireStored(
  session: OpenSession,
  uid: string,
  output: string,
): Promise<Omit<Found, "defined"> & { readonly stored: Json }> {
  const { database } = session;
  const { farmId } = await requireSensor(database, uid);
  const path = `outputs/${farmId}/${uid}/${output}`;
  const stored = isDatabaseKey(output) ? await database.read(path) : null;
  if (stored === null) {
    throw failed(
      `${uid} has no output ${output}.`,
      `Those of the farm: ${farmCommand("output list", [farmId])}`,
    );
  }
  return { farm: await requireFarm(database, farmId), id: { farmId, uid, output }, stored };
}

async function personOf(session: OpenSession, farm: Farm, as: string | undefined): Promise<string> {
  return as === undefined ? ownerOf(farm) : (await requireMember(session, farm, as)).uid;
}

async function serverTime({ database, now }: OpenSession): Promise<number> {
  return now() + (await database.clockOffset());
}

const newKey = createPushKeys(Math.random);
