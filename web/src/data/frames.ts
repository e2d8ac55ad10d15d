/**
 * Records when a server last sent anything over a socket, also a part of a long answer. The SDK uses the WebSocket that
 * it finds when it is loaded: this module must be imported before.
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
