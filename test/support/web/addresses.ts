/** Where the page and the auth emulator are: `npm test` puts it into the environment. */

/** The origin that Hosting serves the page from. */
export const HOSTING_URL = fromEnvironment("HOSTING_URL");
/** `host:port`. */
export const AUTH_ADDRESS = fromEnvironment("FIREBASE_AUTH_EMULATOR_HOST");

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set: run these tests with \`npm test -- test/e2e/web\`.`);
}
