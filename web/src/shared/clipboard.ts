/** Copies text, also in a page without a secure context, which has no `navigator.clipboard`. */

/** False if the browser refuses every way. Browsers allow it only in the handler of a click. */
export async function copyText(text: string): Promise<boolean> {
  // Missing in spite of its type: plain HTTP at an address of the local network has none.
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
  // Nothing outside an open dialog can be selected.
  const parent = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  parent.append(area);
  area.focus({ preventScroll: true });
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies without a secure context
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
