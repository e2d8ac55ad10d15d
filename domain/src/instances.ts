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
export function instanceOf(
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

function refuse(problem: string): ParsedInstances {
  return { ok: false, problem };
}
