/** The shipped rules, as they are in the repository. Suites without a server import them from here, because an emulator loads slowly. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export const RULES = readFileSync(join(__dirname, "../../database.rules.json"), "utf8");
