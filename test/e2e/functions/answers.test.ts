/**
 * Tables of requests and answers, over HTTP against the built functions and a database that is served. All tables run in
 * process, in `test/unit/functions/answers.test.ts`.
 */

import { databaseClient } from "../../support/backend/database-client";
import { describeBatches } from "../../support/backend/suites/batches";
import { describeBoards } from "../../support/backend/suites/boards";
import { describeOutputs } from "../../support/backend/suites/outputs";
import { describeReadings } from "../../support/backend/suites/readings";
import { sharedHost } from "../../support/backend/targets";

const database = databaseClient();
const host = sharedHost();
const target = () => host;

describeReadings(target, database);
describeBatches(target, database);
describeOutputs(target, database);
describeBoards(target, database);
