/** The generated parts of the pages in docs/. Each part stands between two marker comments. */

import { GENERATED_PART } from "./markdown.ts";
import { alertTable, batchTable, costTable, rollupCostTable } from "../cost-model.ts";
import { capacityTable } from "./capacities.ts";
import { channelTable } from "./channels.ts";
import { fieldTable, outputTable } from "./fields.ts";
import { digestExample } from "./digest.ts";
import { parameterTable } from "./parameters.ts";
import { permissionTables } from "./permissions.ts";
import { quantityTable } from "./quantities.ts";
import { batchRefusalTable, refusalTable } from "./refusals.ts";
import {
  AddressReport,
  KEY_READING,
  OutputAnswers,
  Outputs,
  SealedReading,
  SignedReading,
} from "./schemas.ts";

type Parts = Readonly<Record<string, () => string>>;

export const PAGES: Readonly<Record<string, Parts>> = {
  "docs/alerts.md": { channels: channelTable },
  "docs/deployment.md": { parameters: parameterTable },
  "docs/security.md": { permissions: permissionTables },
  "docs/quantities.md": { quantities: quantityTable },
  "docs/devices.md": { capacities: capacityTable },
  "docs/http-api.md": {
    digest: digestExample,
    sensorData: () => fieldTable(SealedReading, SignedReading, KEY_READING),
    "reported-outputs": () => outputTable(Outputs),
    "answered-outputs": () => outputTable(OutputAnswers),
    reportIp: () => fieldTable(AddressReport),
    refusals: refusalTable,
    "refusals-in-a-batch": batchRefusalTable,
  },
  "docs/costs.md": {
    readings: costTable,
    batches: batchTable,
    alerts: alertTable,
    rollups: rollupCostTable,
  },
};

/** Returns the page with its generated parts as the code gives them. */
export function replaceParts(file: string, page: string, parts: Parts): string {
  const missing = new Set(Object.keys(parts));
  const text = page.replaceAll(GENERATED_PART, (_, start: string, name: string, end: string) => {
    const makePart = parts[name];
    if (makePart === undefined) throw new Error(`${file}: nothing generates the part "${name}".`);
    missing.delete(name);
    return `${start}\n\n${makePart()}\n\n${end}`;
  });
  if (missing.size === 0) return text;
  throw new Error(`${file} has no marker comments for: ${[...missing].join(", ")}.`);
}
