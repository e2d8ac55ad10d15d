/**
 * Expressions that read what the farm page stores in the browser. They are evaluated in the page.
 */

const read = (request: string): string => `new Promise((resolve) => {
  const opening = indexedDB.open("farm-page");
  opening.onsuccess = () => {
    const { result: database } = opening;
    if (!database.objectStoreNames.contains("known")) return resolve(undefined);
    const reading = database.transaction("known").objectStore("known").${request};
    reading.onsuccess = () => (database.close(), resolve(reading.result));
  };
})`;

/** Counts the people whose last known values are cached. */
export const KEPT_PEOPLE = `${read("count()")}.then((count) => count ?? 0)`;

/** The values of all people, as JSON. */
export const KEPT_VALUES = `${read("getAll()")}.then((all = []) => JSON.stringify(all.map(({ values }) => [...values])))`;
