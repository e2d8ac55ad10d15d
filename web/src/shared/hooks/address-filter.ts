/** Keeps the filter of a list in the address, so that a reload and the way back keep it. */

import { useEffect, useState } from "preact/hooks";
import { replaceSearch, useAddress } from "./router";
import type { Address } from "./router";

/** Browsers limit how often the address may change; in milliseconds. */
const REPLACED_AFTER_MS = 300;

/** Returns the filter. Following a link resets it. @param searchOf the inverse of `parse` */
export function useAddressFilter<T>(
  parse: (search: string) => T,
  searchOf: (filter: T) => string,
): [T, (filter: T) => void] {
  const address = useAddress();
  const [chosen, setChosen] = useState<{ readonly address: Address; readonly filter: T }>();
  const filter = chosen?.address === address ? chosen.filter : parse(address.search);
  const search = searchOf(filter);
  useEffect(() => {
    const timer = setTimeout(() => replaceSearch(search), REPLACED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return [filter, (next) => setChosen({ address, filter: next })];
}
