/** A sheet to print: a label for each board, with its name, its greenhouse, its uid and the QR code of its settings. */

import { correction, generate } from "lean-qr";
import { boardText } from "@greenhouse/domain/boards/board-settings";
import type { Board } from "@greenhouse/domain/boards/board-settings";
import { darkPath, qrViewBox } from "@greenhouse/domain/boards/qr-path";

export interface LabelledBoard extends Board {
  readonly name: string;
  /** The name of its greenhouse; undefined if it is not linked. */
  readonly greenhouse: string | undefined;
}

/** Returns a page of HTML that loads nothing. @param title as plain text */
export function labelSheet(title: string, boards: readonly LabelledBoard[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>
${STYLE}
</style>
<h1>${escape(title)}</h1>
<p class="hint">Each code holds the key of its board. Keep this sheet as you keep a key.</p>
<ul>
${boards.map(label).join("\n")}
</ul>
</html>
`;
}

const STYLE = `body { margin: 1rem; font: 1rem/1.3 system-ui, sans-serif; color: #000; background: #fff; }
h1 { font-size: 1.2rem; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 12px; margin: 0; padding: 0; list-style: none; }
li { display: flex; align-items: center; gap: 12px; padding: 8px; border: 1px solid #999; border-radius: 8px; break-inside: avoid; }
svg { flex: none; width: 32mm; height: 32mm; }
li p { display: grid; gap: 2px; min-width: 0; margin: 0; overflow-wrap: anywhere; }
code { font-size: 0.75rem; }
@media print { h1, .hint { display: none; } body { margin: 0; } ul { grid-template-columns: repeat(2, minmax(0, 1fr)); } }`;

function label(board: LabelledBoard): string {
  const { name, greenhouse, uid } = board;
  const code = generate(boardText(board), { minCorrectionLevel: correction.M });
  const image = `<svg role="img" aria-label="${escape(`QR code of ${name}`)}" viewBox="${qrViewBox(code.size)}"><path d="${darkPath(code)}"/></svg>`;
  return `<li>${image}<p><strong>${escape(name)}</strong><span>${escape(greenhouse ?? "not linked")}</span><code>${escape(uid)}</code></p></li>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
