/** An append to, and the end of, histories that differ in length a thousandfold. */

import { HISTORY_RULES, historyJson } from "../load/requests.ts";
import type { SocketOutcome } from "../load/socket-worker.ts";
import { format, table, verdict, withRange } from "../report.ts";
import type { Part, Row } from "../report.ts";
import { residentMegabytes } from "./contenders.ts";
import type { Contender, Contenders } from "./contenders.ts";
import { OURS, RIVAL } from "./turns.ts";
import type { Field, Found, Load } from "./turns.ts";

/** Databases by the entries of their histories. */
export interface Histories {
  readonly ours: ReadonlyMap<number, Contender>;
  /** Without those that did not come up; undefined where none was wanted. */
  readonly rivals: ReadonlyMap<number, Contender> | undefined;
}

export async function startHistories(
  { startEmulator, startFirebaseServer }: Contenders,
  sizes: readonly number[],
): Promise<Histories> {
  const ours = new Map<number, Contender>();
  const rivals = new Map<number, Contender>();
  for (const entries of sizes) {
    const contents = {
      name: `history-${entries}`,
      data: historyJson(entries),
      rules: HISTORY_RULES,
    };
    ours.set(entries, await startEmulator(contents));
    const rival = await startFirebaseServer?.(contents);
    if (rival !== undefined) rivals.set(entries, rival);
  }
  return { ours, rivals: startFirebaseServer && rivals };
}

/** The names of the databases in the field. */
const ownName = (entries: number): string => `${OURS} with ${entries}`;
const rivalName = (entries: number): string => `${RIVAL} with ${entries}`;

export async function measureGrowth(load: Load, histories: Histories): Promise<Part> {
  const { ours, rivals } = histories;
  const field: Field<string> = new Map([
    ...Array.from(ours, ([entries, contender]) => [ownName(entries), contender] as const),
    ...Array.from(rivals ?? [], ([entries, contender]) => [rivalName(entries), contender] as const),
  ]);
  // Each is a process of its own, and only some of them have worked before.
  await load.takeTurns(ours, { kind: "append" });
  const appends = await load.takeTurns(field, { kind: "append" });
  const ends = await load.takeTurns(field, { kind: "last-hundred" });
  const [fewest, most] = [Math.min(...ours.keys()), Math.max(...ours.keys())];
  const growth = appends.ratio(ownName(most), ownName(fewest), time);
  const growthOfEnd = ends.ratio(ownName(most), ownName(fewest), time);
  const title = `${most.toLocaleString("en-US")} entries against ${fewest.toLocaleString("en-US")}`;
  return {
    paragraphs: [
      "One append after the other to a history of so many entries, judged by rules: the milliseconds of one. In the " +
        "last columns, the memory of a database that holds it.",
      tableOf(appends, histories, ["MB"], (contender) => [format(residentMegabytes(contender), 0)]),
      "Listening to its last 100 entries, from the request to its answer, which comes behind the data.",
      tableOf(ends, histories, ["kB sent"], (_, bytes) => [format(bytes / 1000, 0)]),
    ],
    verdicts: [
      verdict(`database: an append over a socket, ${title}, at most 2`, growth, growth.median <= 2),
      verdict(
        `database: the last 100 over a socket, ${title}, at most 2`,
        growthOfEnd,
        growthOfEnd.median <= 2,
      ),
    ],
  };
}

const time = ({ p50 }: SocketOutcome): number => p50;

/** @param more further cells of each database */
function tableOf(
  found: Found<string>,
  { ours, rivals }: Histories,
  heads: readonly string[],
  more: (contender: Contender, bytes: number) => readonly string[],
): string {
  const [fewest = 0] = ours.keys();
  const moreOf = (name: string, contender: Contender): readonly string[] =>
    more(contender, found.of(name, ({ bytes }) => bytes).median);
  const rows = Array.from(ours, ([entries, contender]): Row => {
    const [own, other] = [ownName(entries), rivalName(entries)];
    const rival = rivals?.get(entries);
    const cells = [withRange(found.ratio(own, ownName(fewest), time))];
    const figures = [withRange(found.of(own, time)), ...moreOf(own, contender)];
    if (rivals === undefined) return [entries.toLocaleString("en-US"), ...cells, ...figures];
    if (rival === undefined) {
      const none = heads.map(() => "–");
      return [
        entries.toLocaleString("en-US"),
        ...cells,
        "does not start",
        ...figures,
        "–",
        ...none,
      ];
    }
    return [
      entries.toLocaleString("en-US"),
      ...cells,
      withRange(found.ratio(other, own, time), 0),
      ...figures,
      withRange(found.of(other, time)),
      ...moreOf(other, rival),
    ];
  });
  const head = ["entries", "÷ with the fewest", "ms", ...heads];
  if (rivals === undefined) return table(head, rows);
  return table(
    [...head.slice(0, 2), `${RIVAL} ÷ it`, ...head.slice(2), `${RIVAL} ms`, ...heads],
    rows,
  );
}
