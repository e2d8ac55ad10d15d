/**
 * Records when a server last sent anything over a socket, even a part of a long answer. The SDK uses the global
 * WebSocket that it finds when it is loaded, so this module must be imported before the SDK.
 */

let heardAt = -Infinity;

globalThis.WebSocket = class extends WebSocket {
  constructor(...parameters: ConstructorParameters<typeof WebSocket>) {
    super(...parameters);
    this.addEventListener("message", () => (heardAt = Date.now()));
  }
};

/** In Unix milliseconds of this device's clock; -Infinity before the first time. */
export function lastFrameAt(): number {
  return heardAt;
}
