/** Puts text into the clipboard, also where the page is no secure context and has no `navigator.clipboard`. */

/** False where the browser refuses every way. To be called from a press: browsers want one. */
export async function copyText(text: string): Promise<boolean> {
  // Its type promises it everywhere; plain HTTP at an address of the local network has none.
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
  // What lies outside of an open dialog cannot be selected.
  const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  place.append(area);
  area.focus({ preventScroll: true });
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else copies without a secure context
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
