/** The programs that report a gateway's address, with their sleeps printed instead of slept. */

import { join } from "node:path";
import { ROOT } from "../backend/addresses";
import { findCommand } from "./clients";

const GATEWAY = join(ROOT, "devices/gateway");
/** Runs the script as it is, but prints how long it would sleep. */
const WITHOUT_SLEEP = `
import runpy, sys, time
time.sleep = lambda seconds: print("slept", seconds)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")`;

/** The shell program takes its `sleep` from the PATH: a test puts its own there. */
export const REPORTERS = [
  {
    name: "report_ip.py",
    missing: findCommand("python3") === undefined ? "python3 is not installed" : undefined,
    command: ["python3", "-c", WITHOUT_SLEEP, join(GATEWAY, "report_ip.py")],
  },
  {
    name: "report-ip.sh",
    missing: findCommand("curl") === undefined ? "curl is not installed" : undefined,
    command: ["sh", join(GATEWAY, "report-ip.sh")],
  },
] as const;
