/** Saves the known values on this device: regularly, when the page is hidden, and when the connection breaks. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import type { ConnectionWatch } from "./connection";
import { saveSnapshot } from "./known";

const SAVE_EVERY_MS = MINUTE_MS;
const FIRST_SAVE_AFTER_MS = 5000;

export function keepKnown(connection: ConnectionWatch): void {
  const save = (at: number | undefined): void => {
    if (at !== undefined) void saveSnapshot({ at, clockOffset: connection.clockOffset });
  };
  // Without a connection there are no new values.
  const saveNow = (): void => {
    if (connection.isConnected) save(connection.now());
  };
  setTimeout(saveNow, FIRST_SAVE_AFTER_MS);
  setInterval(saveNow, SAVE_EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") saveNow();
  });
  let wasConnected = false;
  connection.state.subscribe(({ isConnected, lastConnected }) => {
    if (wasConnected && !isConnected) save(lastConnected);
    wasConnected = isConnected;
  });
}
