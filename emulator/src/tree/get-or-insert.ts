/** Does what `Map.prototype.getOrInsertComputed` will do, for any collection with `get` and `set`. */

interface Kept<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

export function getOrInsert<K, V>(kept: Kept<K, V>, key: K, create: () => V): V {
  let value = kept.get(key);
  if (value === undefined) {
    value = create();
    kept.set(key, value);
  }
  return value;
}
