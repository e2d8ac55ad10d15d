/** The tables of requests and answers, over HTTP against the built functions and a database that is served. */

import { databaseClient } from "../../support/backend/database-client";
import { describeBatches } from "../../support/backend/suites/batches";
import { describeIdempotency } from "../../support/backend/suites/idempotency";
import { describeOutputs } from "../../support/backend/suites/outputs";
import { describeReadings } from "../../support/backend/suites/readings";
import { describeRefusals } from "../../support/backend/suites/refusals";
import { describeRegistrations } from "../../support/backend/suites/registrations";
import { describeReportIp } from "../../support/backend/suites/report-ip";
import { sharedHost, TARGETS } from "../../support/backend/targets";

const database = databaseClient();

describe.each(TARGETS)("on $name", ({ useTarget }) => {
  const target = useTarget();
  describeReadings(target, database);
  describeBatches(target, database);
  describeOutputs(target, database);
  describeIdempotency(target, database);
  describeReportIp(target, database);
});

describe("on the host", () => {
  const host = sharedHost();
  describeRefusals(() => host, database);
  describeRegistrations(() => host, database);
});
