/** The shipped rules over REST and through the web SDK, with a sample of the tables. All rows run in process. */

import { openRestClient } from "../support/rules-client/rest";
import { describeRules, SAMPLE } from "../support/rules-client/suite";
import { openWebSdkClient } from "../support/rules-client/web-sdk";

describe("database.rules.json over REST", () => {
  describeRules(openRestClient, SAMPLE);
});

describe("database.rules.json through the web SDK", () => {
  describeRules(openWebSdkClient, SAMPLE);
});
