/** The address of a deployment's database. */

/**
 * Returns the URL of a deployment's database.
 * @param instance the parameter DATABASE_INSTANCE: a URL, a name, or empty
 * @param configuredUrl the URL in the platform's configuration, or empty
 * @throws Error if the instance is neither a name nor a URL, or if the project is unknown
 */
export function chooseDatabaseUrl(
  instance: string,
  configuredUrl: string,
  project: string,
): string {
  if (instance !== "") return checkedUrl(instance);
  // For a demo project, the CLI configures an instance without rules: in the host, or in `ns` of its database emulator.
  const url = URL.parse(configuredUrl);
  const isMadeUp =
    project.startsWith("demo-") &&
    (url?.host === `${project}.firebaseio.com` || url?.searchParams.get("ns") === project);
  if (configuredUrl !== "" && !isMadeUp) return configuredUrl;
  if (project === "") throw new Error("No project is known: set DATABASE_INSTANCE.");
  return `https://${project}-default-rtdb.firebaseio.com`;
}

function checkedUrl(instance: string): string {
  // A bare name is an instance in us-central1.
  const url = /^[a-z\d-]+$/i.test(instance) ? `https://${instance}.firebaseio.com` : instance;
  if (isInstanceUrl(url)) return url;
  throw new Error(
    `DATABASE_INSTANCE holds ${instance}, but an instance is named by its name or by its URL, ` +
      "https://<name>.firebaseio.com or https://<name>.<region>.firebasedatabase.app.",
  );
}

/** The last label of a host name is not a number, unlike that of an IP address. */
const HOST_NAME = /^[^.]+\.[^.]+\.(?:[^.]+\.)*[^.\d][^.]*$/;

/**
 * Returns whether the SDK accepts the URL. The host begins with the instance's name, or the parameter `ns` contains it.
 */
function isInstanceUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== "/") return false;
  if (url.username !== "" || text !== text.trim()) return false;
  return Boolean(url.searchParams.get("ns")) || HOST_NAME.test(url.hostname);
}
