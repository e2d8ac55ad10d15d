/** Unpacks the browser once for all tests, which find it in their environment. */

import process from "node:process";
import { chromiumEnvironment } from "../../testing/chromium.mjs";

export default async function setUp() {
  Object.assign(process.env, await chromiumEnvironment());
}
