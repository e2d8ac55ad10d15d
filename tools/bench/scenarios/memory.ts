/** Measures the memory of a function's process, with single readings and with large batches. */

import { SENSORS } from "../load/readings.ts";
import { withPrograms } from "../processes/programs.ts";
import { atMost, table, withRange } from "../report.ts";
import type { Row, Section } from "../report.ts";
import { inRounds, summarize } from "../statistics.ts";
import type { Spread } from "../statistics.ts";
import { HMAC, SDK_UPDATE, SIGNED } from "../subjects.ts";
import type { Subject } from "../subjects.ts";
import type { Bench } from "../effort.ts";

const LARGE = 500;
const IN_FLIGHT = 10;
const SECONDS = 3;

const inBatches = ({ name, program }: Subject): Subject => ({
  ...HMAC,
  program,
  batch: LARGE,
  name: `batches of ${LARGE}${name.replace(SIGNED.name, "")}`,
});

export async function measureMemory({ databaseAddress, effort, earlier }: Bench): Promise<Section> {
  const batches = inBatches(SIGNED);
  const subjects = [SIGNED, SDK_UPDATE, ...earlier, batches, ...earlier.map(inBatches)];
  const job = { sensors: SENSORS, seconds: SECONDS, pressure: { connections: IN_FLIGHT } };
  // Each subject runs in a process that does nothing else.
  const found = await inRounds(effort.rounds, subjects, (subject) =>
    withPrograms(databaseAddress, [subject], (load) => load(subject, job)),
  );
  const maximumOf = (subject: Subject): Spread =>
    summarize(found(subject).map(({ maxResidentMebibytes }) => maxResidentMebibytes));
  return {
    title: "Memory",
    paragraphs: [
      `The maximum resident memory of a process while ${SENSORS} sensors send in turns, with ${IN_FLIGHT} requests in flight.`,
      table(
        ["", "MiB"],
        subjects.map((subject): Row => [subject.name, withRange(maximumOf(subject), 0)]),
      ),
    ],
    targets: [
      atMost(
        160,
        `${IN_FLIGHT} batches of ${LARGE} in flight: MiB resident, at most 160`,
        maximumOf(batches),
      ),
    ],
  };
}
