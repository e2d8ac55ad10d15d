/** Rollups equal an independent computation from the whole corrected history. */

import { entriesOf, fieldOf, numberOf } from "@greenhouse/domain/stored";
import { correctWith } from "../../support/jobs/expected-corrections";
import { bruteForce, countsIn, foldedIn } from "../../support/jobs/expected-rollups";
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
      const all = farms.flatMap(({ id, greenhouses }) =>
        greenhouses.map((greenhouse) => ({ id, greenhouse })),
      );
      for (const { id, greenhouse } of all) {
        const coverage = server.read(`rollupCoverage/${greenhouse}`);
        const from = numberOf(coverage, "from");
        const until = numberOf(coverage, "until");
        if (from === undefined || until === undefined) {
          violate(`${greenhouse} has no rollups`);
          continue;
        }
        const history = server.read(`sensors/${greenhouse}/history`);
        const [calibrations, exclusions] = ["calibrations", "exclusions"].map((root) =>
          server.read(`${root}/${id}`),
        );
        const counts = countsIn((uid) => !inSoil.includes(uid));
        const correct = correctWith(calibrations, exclusions);
        const expected = bruteForce(history, { from, until }, counts, correct);
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
          const superfluous = Object.keys(found[part]).filter(
            (path) => !Object.hasOwn(expected[part], path),
          );
          for (const path of superfluous)
            violate(`the rollup ${path} of ${greenhouse} has no reading that counts`);
        }
        const due = entriesOf(server.read(`rollupDue/${greenhouse}`)).filter(
          ([start]) => Number(start) < until,
        );
        const again = fieldOf(coverage, "again");
        if (due.length > 0 || again !== undefined)
          violate(`${greenhouse} has hours to fold again: ${due.length}, ${JSON.stringify(again)}`);
      }
    },
  }),
};
