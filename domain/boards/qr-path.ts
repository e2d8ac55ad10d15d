/** Draws a QR code as a path of SVG. Pure. */

/** The quiet zone that readers need, in modules. */
const EDGE = 4;

export interface QrBitmap {
  /** In modules. */
  readonly size: number;
  /** Whether a module is dark; false outside of the code. */
  readonly get: (x: number, y: number) => boolean;
}

/** Returns the `viewBox` of a code with its quiet zone. @param size in modules */
export function qrViewBox(size: number): string {
  const side = size + 2 * EDGE;
  return `${-EDGE} ${-EDGE} ${side} ${side}`;
}

/** Draws each run of dark modules in a row as one rectangle. Separate squares would show thin lines between them. */
export function darkPath(code: QrBitmap): string {
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
