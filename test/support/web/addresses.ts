/** Where the page and the auth emulator are: `npm test` puts it into the environment. */

import { fromEnvironment } from "../backend/addresses";

/** The origin that Hosting serves the page from. */
export const HOSTING_URL = fromEnvironment("HOSTING_URL");
/** `host:port`. */
export const AUTH_ADDRESS = fromEnvironment("FIREBASE_AUTH_EMULATOR_HOST");
