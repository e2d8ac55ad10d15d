/**
 * Checks that a request comes from the provider of calls. The provider signs the address that it was told, and all
 * parameters of the body.
 * Source: https://www.twilio.com/docs/usage/security#validating-requests
 */

import { createHmac } from "node:crypto";
import { matchesAny } from "@greenhouse/domain/identity/signing";

export interface SignedRequest {
  /** The header X-Twilio-Signature. */
  readonly signature: string | undefined;
  /** The address with its query, as the provider was told. */
  readonly url: string;
  readonly parameters: URLSearchParams;
}

export function isSigned(request: SignedRequest, authToken: string): boolean {
  const { signature, url, parameters } = request;
  const expected = addressesOf(url).map((address) => sign(authToken, address, parameters));
  return matchesAny(signature, expected);
}

/** Returns HMAC-SHA1 of the address and the parameters in the order of their names, in base64. */
export function sign(authToken: string, url: string, parameters: URLSearchParams): string {
  const names = [...new Set(parameters.keys())].toSorted();
  const pairs = names.flatMap((name) =>
    [...new Set(parameters.getAll(name))].toSorted().map((value) => name + value),
  );
  return createHmac("sha1", authToken)
    .update(url + pairs.join(""))
    .digest("base64");
}

/** The provider may name the port or leave it out, whatever it was told. */
function addressesOf(url: string): readonly string[] {
  const { protocol, host, hostname, port } = new URL(url);
  const rest = url.slice(url.indexOf(host, protocol.length) + host.length);
  const withPort = `${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
  return [url, `${protocol}//${withPort}${rest}`, `${protocol}//${hostname}${rest}`];
}
