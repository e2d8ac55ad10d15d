/** Shows how far a command has come: on a terminal alone, beside the result. */

import type { SingleBar } from "cli-progress";

export interface Progress {
  /** @param share from 0 to 1 */
  show(share: number, text: string): void;
  /** Once it has ended, nothing is shown any more. */
  end(): void;
}

const STEPS = 100;

const NONE: Progress = { show: () => undefined, end: () => undefined };

export async function startProgress(
  title: string,
  stderr: NodeJS.WriteStream,
  isQuiet: boolean,
): Promise<Progress> {
  if (isQuiet || !stderr.isTTY) return NONE;
  const { SingleBar, Presets } = await import("cli-progress");
  const bar: SingleBar = new SingleBar(
    {
      stream: stderr,
      // With the text beside it, it fits into 80 columns.
      barsize: 20,
      format: `${title} {bar} {percentage} %  {text}`,
      // The bar must leave the terminal as it is, however the process ends.
      linewrap: true,
    },
    Presets.shades_classic,
  );
  bar.start(STEPS, 0, { text: "" });
  let isEnded = false;
  return {
    show: (share, text) => {
      if (!isEnded) bar.update(Math.min(STEPS, Math.floor(share * STEPS)), { text });
    },
    end: () => {
      if (!isEnded) bar.stop();
      isEnded = true;
    },
  };
}
