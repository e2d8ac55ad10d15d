/** What an append costs as the history grows, alone and with everything that follows it. */

import { ADMIN } from "../../emulator/src/database/actor";
import { compare } from "./compare";
import { History } from "./histories";
import type { HistoryOptions } from "./histories";

const MANY = Number(process.argv[2]);
const FEW = 1_000;

function compareAppends(title: string, options: HistoryOptions = {}): void {
  const [small, large] = [new History(FEW, options), new History(MANY, options)];
  compare(
    title,
    { name: FEW.toLocaleString("en-US"), run: () => small.append() },
    { name: MANY.toLocaleString("en-US"), run: () => large.append() },
    2,
  );
}

compareAppends("an append to so many entries");
const limit = { count: 100, from: "last" } as const;
compareAppends("the same with a kept index and two listeners to the last 100", {
  listeners: [
    { index: { kind: "key" }, limit },
    { index: { kind: "child", path: ["temperature"] }, limit },
  ],
});

const [free, judged] = [new History(FEW, { actor: ADMIN }), new History(FEW)];
compare(
  "an append that rules judge against an administrator's",
  { name: "administrator", run: () => free.append() },
  { name: "judged", run: () => judged.append() },
);
