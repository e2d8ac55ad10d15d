/**
 * A QR code, black on white in both themes, because few readers accept inverted codes. The library is loaded on demand.
 */

import type { Bitmap2D } from "lean-qr";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./qr-code.css";

export interface QrCodeProps {
  readonly text: string;
  /** Describes its content. */
  readonly label: string;
  readonly hint?: string;
}

/** The quiet zone that readers need, in modules. */
const EDGE = 4;

export function QrCode({ text, label, hint }: QrCodeProps): VNode {
  const [code, setCode] = useState<Bitmap2D>();
  useEffect(() => {
    let isCurrent = true;
    void import("lean-qr").then(({ correction, generate }) => {
      if (isCurrent) setCode(generate(text, { minCorrectionLevel: correction.M }));
    });
    return () => (isCurrent = false);
  }, [text]);
  const side = (code?.size ?? 0) + 2 * EDGE;
  return (
    <figure class="qr">
      <svg role="img" aria-label={label} viewBox={`${-EDGE} ${-EDGE} ${side} ${side}`}>
        {code && <path d={darkPath(code)} />}
      </svg>
      {hint && <figcaption class="hint">{hint}</figcaption>}
    </figure>
  );
}

/** Draws each run of dark modules in a row as one rectangle. Separate squares would show thin lines between them. */
function darkPath(code: Bitmap2D): string {
  let path = "";
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const start = x;
      while (code.get(x + 1, y)) x += 1;
      path += `M${start} ${y}h${x + 1 - start}v1h${start - x - 1}z`;
    }
  }
  return path;
}
