/** The program that reports a gateway's address. Instead of sleeping it prints the duration. */

import { join } from "node:path";
import { ROOT } from "../backend/addresses";
import { NO_PYTHON, PYTHON } from "./commands";

const GATEWAY = join(ROOT, "devices/gateway");
/** Runs the program without its sleeps. ATTEMPT_SECONDS shortens its attempts, CLOCK_ERROR sets its clock. */
const WITHOUT_SLEEP = `
import os, sys, time
sys.path.insert(0, "${GATEWAY}")
import report_ip
time.sleep = lambda seconds: print("slept", seconds)
real_time = time.time_ns
time.time_ns = lambda: real_time() + int(os.environ.get("CLOCK_ERROR", 0)) * 10**9
report_ip.TIMEOUT_SECONDS = float(os.environ.get("ATTEMPT_SECONDS", report_ip.TIMEOUT_SECONDS))
report_ip.main()`;

export const REPORTER = {
  name: "report_ip.py",
  missing: NO_PYTHON,
  command: [PYTHON ?? "", "-B", "-c", WITHOUT_SLEEP],
} as const;
