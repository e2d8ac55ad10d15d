/**
 * Several database instances, as the functions' parameter DATABASE_INSTANCES names them: what the id of a farm or the uid
 * of a sensor begins with says where it is (docs/scaling.md). Pure.
 */

export interface Instance {
  readonly prefix: string;
  readonly databaseUrl: string;
}

export type Instances =
  | { readonly ok: true; readonly instances: readonly Instance[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads `prefix=instance,prefix=instance` as the functions do.
 * @param urlOf where an instance is, by its name or URL; undefined where it is none
 */
export function parseInstances(
  text: string,
  urlOf: (instance: string) => string | undefined,
): Instances {
  const instances: Instance[] = [];
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [, prefix, name] = /^([^=\s]+)=([^\s]+)$/.exec(part) ?? [];
    const databaseUrl = name === undefined ? undefined : urlOf(name);
    if (prefix === undefined || databaseUrl === undefined) {
      return refuse(`DATABASE_INSTANCES holds ${part}, but must be made of prefix=instance.`);
    }
    if (instances.some((each) => each.prefix === prefix)) {
      return refuse(`DATABASE_INSTANCES names two instances for ${prefix}.`);
    }
    instances.push({ prefix, databaseUrl });
  }
  return { ok: true, instances };
}

/** Of prefixes that fit, the longest decides; undefined where the id belongs to the default database. */
export function instanceOf(instances: readonly Instance[], id: string): Instance | undefined {
  return instances
    .filter(({ prefix }) => id.startsWith(prefix))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
}

function refuse(problem: string): Instances {
  return { ok: false, problem };
}
