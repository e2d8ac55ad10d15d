/** Copies text, also in a page without a secure context, which has no `navigator.clipboard`. */

/**
 * Copies a text. Must be called in the handler of a click, or browsers refuse it.
 * @returns whether the text was copied
 */
export async function copyText(text: string): Promise<boolean> {
  // Contrary to its type, it may be undefined: plain HTTP in the local network is not a secure context.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard === undefined) return copySelection(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copySelection(text),
  );
}

function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "copied-text";
  // While a dialog is open, nothing outside it can be selected.
  const parent = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  parent.append(area);
  area.focus({ preventScroll: true });
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way to copy without a secure context
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
