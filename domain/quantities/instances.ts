/**
 * The database instance of an id, by the id's prefix, so that no look-up is needed. A sensor's registration, its farm
 * and its readings are in one instance (docs/scaling.md).
 */

/** Ids that begin with `prefix` belong to the instance at `url`. */
export interface DatabaseRoute {
  readonly prefix: string;
  readonly url: string;
}

export type ParsedInstances =
  | { readonly ok: true; readonly instances: readonly DatabaseRoute[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Parses DATABASE_INSTANCES: `prefix=instance,prefix=instance`.
 * @param urlOf the URL of an instance that is given by its name or URL; undefined where it is invalid
 */
export function parseInstances(
  text: string,
  urlOf: (instance: string) => string | undefined,
): ParsedInstances {
  const instances: DatabaseRoute[] = [];
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [, prefix, name] = /^([^=\s]+)=([^\s]+)$/.exec(part) ?? [];
    const url = name === undefined ? undefined : urlOf(name);
    if (prefix === undefined || url === undefined) {
      return refuse(`DATABASE_INSTANCES holds ${part}, but must be made of prefix=instance.`);
    }
    if (instances.some((each) => each.prefix === prefix)) {
      return refuse(`DATABASE_INSTANCES names two instances for ${prefix}.`);
    }
    instances.push({ prefix, url });
  }
  return { ok: true, instances };
}

/** The longest prefix decides; undefined where the id belongs to the default instance. */
export function routeOf(
  instances: readonly DatabaseRoute[],
  id: string,
): DatabaseRoute | undefined {
  let longest: DatabaseRoute | undefined;
  for (const instance of instances) {
    const isLonger = instance.prefix.length > (longest?.prefix.length ?? -1);
    if (isLonger && id.startsWith(instance.prefix)) longest = instance;
  }
  return longest;
}

/** Turns a bare name, which is an instance in us-central1, into its URL. Returns a URL unchanged. */
export function expandInstanceName(instance: string): string {
  return /^[a-z\d-]+$/i.test(instance) ? `https://${instance}.firebaseio.com` : instance;
}

/** @throws Error where DATABASE_INSTANCES is invalid */
export function parseRoutes(text: string): readonly DatabaseRoute[] {
  const parsed = parseInstances(text, (instance) => checkedUrl(instance, "DATABASE_INSTANCES"));
  if (parsed.ok) return parsed.instances;
  throw new Error(parsed.problem);
}

/**
 * The URL of the default instance, for a deployment.
 * @param instance the parameter DATABASE_INSTANCE: a URL, a name, or empty
 * @param configuredUrl what the platform says
 * @throws Error where it cannot be understood
 */
export function chooseDatabaseUrl(
  instance: string,
  configuredUrl: string,
  project: string,
): string {
  if (instance !== "") return checkedUrl(instance, "DATABASE_INSTANCE");
  // For a demo project the CLI names an instance that gets no rules: in the host, or in `ns` of its database emulator.
  const url = URL.parse(configuredUrl);
  const isMadeUp =
    project.startsWith("demo-") &&
    (url?.host === `${project}.firebaseio.com` || url?.searchParams.get("ns") === project);
  if (configuredUrl !== "" && !isMadeUp) return configuredUrl;
  if (project === "") throw new Error("No project is known: set DATABASE_INSTANCE.");
  return `https://${project}-default-rtdb.firebaseio.com`;
}

function checkedUrl(instance: string, parameter: string): string {
  const url = expandInstanceName(instance);
  if (isInstanceUrl(url)) return url;
  throw new Error(
    `${parameter} holds ${instance}, but an instance is named by its name or by its URL, ` +
      "https://<name>.firebaseio.com or https://<name>.<region>.firebasedatabase.app.",
  );
}

/** The last label of a host name is not a number: otherwise it would be an IP address. */
const HOST_NAME = /^[^.]+\.[^.]+\.(?:[^.]+\.)*[^.\d][^.]*$/;

/** Whether the SDK accepts the URL. The host begins with the instance's name, or the parameter `ns` holds it. */
function isInstanceUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== "/") return false;
  if (url.username !== "" || text !== text.trim()) return false;
  return Boolean(url.searchParams.get("ns")) || HOST_NAME.test(url.hostname);
}

function refuse(problem: string): ParsedInstances {
  return { ok: false, problem };
}
