/** Asks the browser where this device is. */

/** Why the browser does not say it: the person or the browser forbids it, or the device does not know. */
export type PlaceProblem = "denied" | "unavailable";

/** After this time without an answer the place counts as unavailable, in milliseconds. */
const MAX_WAIT_MS = 20_000;

/** Whether the browser may know the place. Pages over plain HTTP in a network never do. */
export function canAskForPlace(): boolean {
  return isSecureContext && "geolocation" in navigator;
}

/** Resolves with the place in degrees, to a hundredth: a kilometre is exact enough for the sun. */
export function devicePlace(): Promise<
  { readonly latitude: number; readonly longitude: number } | PlaceProblem
> {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof devicePlace>>>();
  navigator.geolocation.getCurrentPosition(
    ({ coords }) =>
      resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
    ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "unavailable"),
    { timeout: MAX_WAIT_MS, maximumAge: Infinity },
  );
  return promise;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
