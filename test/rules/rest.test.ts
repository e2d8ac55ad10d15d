/** The shipped rules over REST. */

import { openRestClient } from "../support/rules-client/rest";
import { describeRules } from "../support/rules-client/suite";

describe("database.rules.json over REST", () => {
  describeRules(openRestClient);
});
