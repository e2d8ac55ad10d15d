/** What a query costs as the history grows. */

import { ADMIN } from "../../emulator/src/database/actor";
import type { QueryParams } from "../../emulator/src/query/params";
import { compare } from "./compare";
import { History } from "./histories";

const BY_KEY: QueryParams = { index: { kind: "key" }, limit: { count: 100, from: "last" } };
const BY_TEMPERATURE: QueryParams = {
  index: { kind: "child", path: ["temperature"] },
  start: { value: 20, key: "[MIN_NAME]", isInclusive: true },
  limit: { count: 100, from: "first" },
};

function read({ database }: History, params: QueryParams): void {
  const result = database.read(["history"], params, ADMIN);
  if (result.status !== "ok" || result.missingIndex !== undefined) throw new Error("no index");
}

const MANY = Number(process.argv[2]);
const FEW = 1_000;
const [small, large] = [new History(FEW), new History(MANY)];
const queries = {
  "the last 100 by key of so many": BY_KEY,
  "100 by a kept index from the middle of so many": BY_TEMPERATURE,
};
for (const [title, params] of Object.entries(queries)) {
  compare(
    title,
    { name: FEW.toLocaleString("en-US"), run: () => read(small, params) },
    { name: MANY.toLocaleString("en-US"), run: () => read(large, params) },
    2,
  );
}
compare(
  `the kept index of ${MANY.toLocaleString("en-US")} after an append against without`,
  { name: "read", run: () => read(large, BY_TEMPERATURE) },
  {
    name: "append and read",
    run: () => {
      large.append();
      read(large, BY_TEMPERATURE);
    },
  },
  // A rebuilt index would be thousands.
  4,
);
