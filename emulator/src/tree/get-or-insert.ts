/** Does what `Map.prototype.getOrInsertComputed` will do, for any collection with `get` and `set`. */

interface Collection<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

export function getOrInsert<K, V>(collection: Collection<K, V>, key: K, create: () => V): V {
  let value = collection.get(key);
  if (value === undefined) {
    value = create();
    collection.set(key, value);
  }
  return value;
}
