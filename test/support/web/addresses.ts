/** The addresses of the page and of the auth emulator. `npm test` puts them into the environment. */

import { fromEnvironment } from "../backend/addresses";

/** The origin that Hosting serves the page from. */
export const HOSTING_URL = fromEnvironment("HOSTING_URL");
/** `host:port`. */
export const AUTH_ADDRESS = fromEnvironment("FIREBASE_AUTH_EMULATOR_HOST");
