/** What the farm page keeps in the browser. */

/** To be evaluated in the page: counts the people whose last known values are cached. */
export const KEPT_PEOPLE = `new Promise((resolve) => {
  const opening = indexedDB.open("farm-page");
  opening.onsuccess = () => {
    const { result } = opening;
    if (!result.objectStoreNames.contains("known")) return resolve(0);
    const counting = result.transaction("known").objectStore("known").count();
    counting.onsuccess = () => (result.close(), resolve(counting.result));
  };
})`;
