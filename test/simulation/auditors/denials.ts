/** The rules deny functions and jobs nothing, except where a person or another run was faster. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { FUNCTIONS_UID, JOBS_UID } from "@greenhouse/domain/identity/keys";
import type { Auditor } from "../simulation";

/** A request and its retries, or a run, may be based on what held this long ago. */
const BASED_ON_MS = 6 * MINUTE_MS;
/** A run decides about outputs within this time, and somebody may order, plan or remove an output meanwhile. */
const DECIDES_MS = 2 * MINUTE_MS;

export const denials: Auditor = {
  name: "denials",
  watch: ({ world, server, jobs, chosen, backend }, violate) => {
    let lastChangeMs = -Infinity;
    let lastOutputMs = -Infinity;
    /** An instance remembers registrations until a write is denied. */
    let mayBeCached = false;
    /** The newest update of a job, with the name of its run. */
    let stored: string | undefined;
    const losesAnswers = chosen["database.lostAnswer"] > 0;
    const isCut = chosen["database.partitionEveryMs"] < Infinity;
    server.onCommit(({ account, update, denial, sender }) => {
      const paths = Object.keys(update);
      const isPerson = account !== FUNCTIONS_UID && account !== JOBS_UID;
      if (isPerson && denial === undefined) {
        if (!paths.every((path) => path.startsWith("output"))) lastChangeMs = world.now();
        if (paths.some((path) => path.startsWith("output"))) lastOutputMs = world.now();
        if (paths.some((path) => /^(registeredSensors|sensorKeys|farms)\//.test(path)))
          mayBeCached = true;
      }
      if (account === JOBS_UID) {
        const text = `${sender.name} ${JSON.stringify(update)}`;
        if (denial === undefined) stored = text;
        else if (text === stored && !losesAnswers && !isCut)
          violate(`${sender.name} repeats a stored update`);
      }
      if (denial === undefined || isPerson) return;
      const isChanged = world.now() - lastChangeMs < BASED_ON_MS;
      const isRaced = world.now() - jobs.lastOverlapMs < BASED_ON_MS;
      const isOfOutput = paths.some((path) => path.startsWith("output"));
      const isOrdered = isOfOutput && world.now() - lastOutputMs < DECIDES_MS;
      const isReportOnly = paths.every((path) => /^(outputStates|ingest)\//.test(path));
      const isExplained =
        account === FUNCTIONS_UID
          ? isChanged || mayBeCached || isReportOnly || backend.databaseNetwork.underWay > 1
          : isChanged || isRaced || isOrdered || losesAnswers;
      if (!isExplained) violate(`${account} is denied: ${denial}`);
    });
    return {};
  },
};
