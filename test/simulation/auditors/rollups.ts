/** Rollups equal an independent computation from the whole history. */

import { entriesOf, fieldOf, numberOf } from "@greenhouse/domain/stored";
import { bruteForce } from "../../support/jobs/expected-rollups";
import type { Auditor } from "../simulation";

/** Floating-point sums in another order. */
const TOLERANCE = 1e-9;
const COMPARED = ["min", "max", "n"] as const;

export const rollups: Auditor = {
  name: "rollups",
  watch: ({ server, farms }, violate) => ({
    atEnd: () => {
      for (const greenhouse of farms.flatMap(({ greenhouses }) => greenhouses)) {
        const coverage = server.read(`rollupCoverage/${greenhouse}`);
        const from = numberOf(coverage, "from");
        const until = numberOf(coverage, "until");
        if (from === undefined || until === undefined) {
          violate(`${greenhouse} has no rollups`);
          continue;
        }
        const stored = server.read(`rollups/${greenhouse}`);
        const history = server.read(`sensors/${greenhouse}/history`);
        const { sensors } = bruteForce(history, { from, until }, () => true);
        for (const [path, expected] of Object.entries(sensors)) {
          const found = path.split("/").reduce<unknown>(fieldOf, stored);
          for (const name of COMPARED) {
            const [is, should] = [numberOf(found, name), numberOf(expected, name)];
            if (is === undefined || Math.abs(is - (should ?? NaN)) > TOLERANCE) {
              violate(
                `rollups/${greenhouse}/${path}/${name} is ${is}, but history gives ${should}`,
              );
            }
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
