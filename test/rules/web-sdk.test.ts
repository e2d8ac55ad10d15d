/** The shipped rules through the web SDK. */

import { describeRules } from "../support/rules-client/suite";
import { openWebSdkClient } from "../support/rules-client/web-sdk";

describe("database.rules.json through the web SDK", () => {
  describeRules(openWebSdkClient);
});
