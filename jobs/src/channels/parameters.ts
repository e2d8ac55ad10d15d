/** What several channels read of the parameters. */

/** A secret with this value switches its channel off: the Firebase CLI stores no empty secrets. */
export const NO_CHANNEL = "none";

/** On the emulators, the inbox stands in for the providers of messages. */
export const localProviderUrl = (): string =>
  process.env["LOCAL_PROVIDER_URL"] ?? "http://127.0.0.1:1080";
