/** What an append costs as the history grows, alone and with everything that follows it. */

import type { Listener } from "../../emulator/src/database/listeners";
import { compare, print } from "./compare";
import { ADMIN, historyOf } from "./histories";
import type { History } from "./histories";

const NOBODY_HEARS: Listener = { onChange: () => undefined, onRevoked: () => undefined };

function follow({ database }: History): void {
  const limit = { count: 100, from: "last" } as const;
  for (const index of [{ kind: "key" }, { kind: "child", path: ["temperature"] }] as const) {
    database.listen(["history"], { index, limit }, ADMIN, NOBODY_HEARS);
  }
}

print("\nWrites");
const [small, large] = [historyOf(1_000), historyOf(1_000_000)];
compare(
  "an append to 1,000,000 entries against one to 1,000, rules judged",
  { name: "1,000", run: small.append },
  { name: "1,000,000", run: large.append },
  "at most 2",
);
follow(small);
follow(large);
compare(
  "the same with a kept index and two listeners to the last 100",
  { name: "1,000", run: small.append },
  { name: "1,000,000", run: large.append },
  "at most 2",
);
