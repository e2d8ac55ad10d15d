/** Shows a command's progress, only on a terminal. */

import type { SingleBar } from "cli-progress";
import { printable } from "./text";

export interface Progress {
  /** @param share from 0 to 1 */
  show(share: number, text: string): void;
  /** Prints a line for people beside the bar; nothing in quiet mode. */
  note(text: string): void;
  /** Ends the bar. Nothing is shown after that. */
  end(): void;
}

const STEPS = 100;

export async function startProgress(
  title: string,
  stderr: NodeJS.WriteStream,
  isQuiet: boolean,
): Promise<Progress> {
  const print = (text: string): void => {
    if (!isQuiet) stderr.write(`${printable(text)}\n`);
  };
  if (isQuiet || !stderr.isTTY) {
    return { show: () => undefined, note: print, end: () => undefined };
  }
  const { SingleBar, Presets } = await import("cli-progress");
  const bar: SingleBar = new SingleBar(
    {
      stream: stderr,
      // The bar and its text fit into 80 columns.
      barsize: 20,
      format: `${title} {bar} {percentage} %  {text}`,
      // The bar must leave the terminal as it is, however the process ends.
      linewrap: true,
    },
    Presets.shades_classic,
  );
  let shown = { steps: 0, text: "" };
  bar.start(STEPS, 0, { text: "" });
  let isEnded = false;
  return {
    show: (share, text) => {
      shown = { steps: Math.min(STEPS, Math.floor(share * STEPS)), text };
      if (!isEnded) bar.update(shown.steps, { text });
    },
    note: (text) => {
      // Lines that are printed leave the bar above them; a new bar goes on below.
      if (!isEnded) bar.stop();
      print(text);
      if (!isEnded) bar.start(STEPS, shown.steps, { text: shown.text });
    },
    end: () => {
      if (!isEnded) bar.stop();
      isEnded = true;
    },
  };
}
