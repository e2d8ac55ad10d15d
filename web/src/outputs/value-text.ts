/** What an output is set to, in words. */

import type { Output } from "@greenhouse/domain/outputs/model";
import type { OutputTexts } from "../text/en/outputs";

export function valueText({ kind }: Output, value: number, texts: OutputTexts): string {
  if (kind === "level" && value > 0) return `${value}\u202f%`;
  return value > 0 ? texts.on : texts.off;
}
