/** Unpacks the browser once for all tests and sets its path in the environment. */

import process from "node:process";
import { chromiumEnvironment } from "../../testing/chromium.mjs";

export default async function setUp() {
  Object.assign(process.env, await chromiumEnvironment());
}
