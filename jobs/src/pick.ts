/** Returns the named fields that an object has. Absent fields stay absent: the database stores no undefined. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): Pick<T, K> {
  const present = names.filter((name) => from[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, from[name]])) as Pick<T, K>;
}
