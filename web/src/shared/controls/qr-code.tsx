/**
 * A QR code, black on white in both themes, because few readers accept inverted codes. The library is loaded on demand.
 */

import type { Bitmap2D } from "lean-qr";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { darkPath, qrViewBox } from "@greenhouse/domain/boards/qr-path";
import "./qr-code.css";

export interface QrCodeProps {
  readonly text: string;
  /** Describes its content. */
  readonly label: string;
  readonly hint?: string;
}

export function QrCode({ text, label, hint }: QrCodeProps): VNode {
  const [code, setCode] = useState<Bitmap2D>();
  useEffect(() => {
    let isCurrent = true;
    void import("lean-qr").then(({ correction, generate }) => {
      if (isCurrent) setCode(generate(text, { minCorrectionLevel: correction.M }));
    });
    return () => (isCurrent = false);
  }, [text]);
  return (
    <figure class="qr">
      <svg role="img" aria-label={label} viewBox={qrViewBox(code?.size ?? 0)}>
        {code && <path d={darkPath(code)} />}
      </svg>
      {hint && <figcaption class="hint">{hint}</figcaption>}
    </figure>
  );
}
