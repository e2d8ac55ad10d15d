/** The last that `npm start` says before it has news: what a short terminal still shows. Pure. */

import type { Network } from "./network.ts";

/**
 * That everything runs, in the last line; before it how phones get in, where they do.
 * @param port of the page
 * @param seconds that it took
 */
export function readyText({ local, others }: Network, port: number, seconds: string): string {
  const page = (address: string): string => `http://${address}:${port}`;
  return [
    ...(others.length === 0
      ? []
      : [
          "Everybody in the network can change everything. Phones open",
          ...others.map((address) => `  ${page(address)}`),
          "",
        ]),
    `Ready after ${seconds} s. Open ${page(local)}, or stop everything with Ctrl-C.`,
    "",
  ].join("\n");
}
