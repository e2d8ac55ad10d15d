/** All scenarios. */

import type { Scenario } from "../scenario.ts";
import { childEvents } from "./child-events.ts";
import { deniedListeners } from "./denied-listeners.ts";
import { disconnects } from "./disconnects.ts";
import { listeners } from "./listeners.ts";
import { priorities } from "./priorities.ts";
import { queries } from "./queries.ts";
import { transactions } from "./transactions.ts";
import { triggers } from "./triggers.ts";
import { values } from "./values.ts";

export const scenarios: readonly Scenario[] = [
  ...values,
  ...listeners,
  ...deniedListeners,
  ...childEvents,
  ...priorities,
  ...queries,
  ...transactions,
  ...disconnects,
  ...triggers,
];
