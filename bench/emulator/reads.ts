/** What a query costs as the history grows. */

import type { QueryParams } from "../../emulator/src/query/params";
import { compare, print } from "./compare";
import { ADMIN, historyOf } from "./histories";
import type { History } from "./histories";

const BY_KEY: QueryParams = { index: { kind: "key" }, limit: { count: 100, from: "last" } };
const BY_TEMPERATURE: QueryParams = {
  index: { kind: "child", path: ["temperature"] },
  start: { value: 20, key: "[MIN_NAME]", isInclusive: true },
  limit: { count: 100, from: "first" },
};

const read =
  ({ database }: History, params: QueryParams) =>
  (): void => {
    const result = database.read(["history"], params, ADMIN);
    if (result.status !== "ok" || result.missingIndex !== undefined) throw new Error("no index");
  };

print("\nReads");
const [small, large] = [historyOf(1_000), historyOf(1_000_000)];
const queries = {
  "the last 100 by key": BY_KEY,
  "100 by a kept index from the middle": BY_TEMPERATURE,
};
for (const [name, params] of Object.entries(queries)) {
  compare(
    `${name} of 1,000,000 against of 1,000`,
    { name: "1,000", run: read(small, params) },
    { name: "1,000,000", run: read(large, params) },
    "at most 2",
  );
}
compare(
  "the kept index of 1,000,000 after an append against without",
  { name: "read", run: read(large, BY_TEMPERATURE) },
  {
    name: "append and read",
    run: () => {
      large.append();
      read(large, BY_TEMPERATURE)();
    },
  },
  "a rebuilt index would be thousands",
);
