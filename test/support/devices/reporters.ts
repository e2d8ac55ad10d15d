/** The programs that report a gateway's address. They print how long they would sleep instead of sleeping. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../backend/addresses";
import { NO_CURL, NO_PYTHON, PYTHON } from "./commands";

const GATEWAY = join(ROOT, "devices/gateway");
/** Runs the program as it is, but for its sleeps; ATTEMPT_SECONDS shortens its attempts, CLOCK_ERROR sets its clock. */
const WITHOUT_SLEEP = `
import os, sys, time
sys.path.insert(0, "${GATEWAY}")
import report_ip
time.sleep = lambda seconds: print("slept", seconds)
real_time = time.time
time.time = lambda: real_time() + float(os.environ.get("CLOCK_ERROR", 0))
report_ip.TIMEOUT_SECONDS = float(os.environ.get("ATTEMPT_SECONDS", report_ip.TIMEOUT_SECONDS))
report_ip.main()`;
const SLEEP = `#!/bin/sh
echo "slept $1"
`;
const CURL = `#!/bin/sh
PATH=\${PATH#*:}
exec curl "$@" \${ATTEMPT_SECONDS:+--max-time "$ATTEMPT_SECONDS"}
`;
const DATE = `#!/bin/sh
PATH=\${PATH#*:}
echo "$(($(date "$@") + \${CLOCK_ERROR:-0}))"
`;

export const REPORTERS = [
  { name: "report_ip.py", missing: NO_PYTHON, command: [PYTHON ?? "", "-B", "-c", WITHOUT_SLEEP] },
  { name: "report-ip.sh", missing: NO_CURL, command: ["sh", join(GATEWAY, "report-ip.sh")] },
] as const;

/** Puts the commands there that the shell program is to find first in its PATH. */
export function writeCommands(folder: string): void {
  writeFileSync(join(folder, "sleep"), SLEEP, { mode: 0o755 });
  writeFileSync(join(folder, "curl"), CURL, { mode: 0o755 });
  writeFileSync(join(folder, "date"), DATE, { mode: 0o755 });
}
