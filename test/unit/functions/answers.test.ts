/** Runs the tables of requests and answers in this process, with the shipped rules and without an emulator. */

import { useInProcess } from "../../support/backend/in-process";
import { describeBatches } from "../../support/backend/suites/batches";
import { describeIdempotency } from "../../support/backend/suites/idempotency";
import { describeBoards } from "../../support/backend/suites/boards";
import { describeOutputs } from "../../support/backend/suites/outputs";
import { describeReadings } from "../../support/backend/suites/readings";
import { describeRefusals } from "../../support/backend/suites/refusals";
import { describeRegistrations } from "../../support/backend/suites/registrations";
import { describeReportIp } from "../../support/backend/suites/report-ip";

const { target, database } = useInProcess();

describe("POST /sensorData", () => {
  describeReadings(target, database);
  describeRefusals(target, database);
  describeBatches(target, database);
  describeOutputs(target, database);
  describeBoards(target, database);
  describeIdempotency(target, database);
  describeRegistrations(target, database);
});

describe("POST /reportIp", () => {
  describeReportIp(target, database);
});
