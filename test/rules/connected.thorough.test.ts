/** The shipped rules over REST, with a sample of the tables. All rows run in process. */

import { openRestClient } from "../support/rules-client/rest";
import { describeRules, SAMPLE } from "../support/rules-client/suite";

describe("database.rules.json over REST", () => {
  describeRules(openRestClient, SAMPLE);
});
