/** Rollups equal an independent computation from the whole history. */

import { entriesOf, fieldOf, numberOf } from "@greenhouse/domain/stored";
import { bruteForce, foldedIn } from "../../support/jobs/expected-rollups";
import type { Auditor } from "../simulation";

/** The last of the ten digits of a mean may be rounded in another way. */
const TOLERANCE = 1e-6;

export const rollups: Auditor = {
  name: "rollups",
  watch: ({ server, farms }, violate) => ({
    atEnd: () => {
      const inSoil = farms.flatMap(({ sensors }) =>
        sensors.flatMap(({ uid, role }) => (role === "soil" ? uid : [])),
      );
      for (const greenhouse of farms.flatMap(({ greenhouses }) => greenhouses)) {
        const coverage = server.read(`rollupCoverage/${greenhouse}`);
        const from = numberOf(coverage, "from");
        const until = numberOf(coverage, "until");
        if (from === undefined || until === undefined) {
          violate(`${greenhouse} has no rollups`);
          continue;
        }
        const history = server.read(`sensors/${greenhouse}/history`);
        const expected = bruteForce(history, { from, until }, (uid) => !inSoil.includes(uid));
        const found = foldedIn(
          server.read(`rollups/${greenhouse}`),
          server.read(`greenhouseRollups/${greenhouse}`),
        );
        for (const part of ["sensors", "greenhouse"] as const) {
          for (const [path, figures] of Object.entries(expected[part])) {
            const stored = fieldOf(found[part], path);
            const isEqual = Object.entries(figures as Readonly<Record<string, number>>).every(
              ([name, value]) => Math.abs((numberOf(stored, name) ?? NaN) - value) <= TOLERANCE,
            );
            if (isEqual) continue;
            violate(
              `the rollup ${path} of ${greenhouse} is ${JSON.stringify(stored)}, but history gives ${JSON.stringify(figures)}`,
            );
          }
        }
        const due = entriesOf(server.read(`rollupDue/${greenhouse}`)).filter(
          ([start]) => Number(start) < until,
        );
        if (due.length > 0) violate(`${greenhouse} has ${due.length} hours to fold again`);
      }
    },
  }),
};
