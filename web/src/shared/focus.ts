/** Where the focus goes when its element is removed: never to the body, where the keyboard would start from the top. */

/** For a dialog that opens: what is wrong in it, its first field, else its title. Not the button that closes it. */
export function focusFirst(dialog: HTMLElement | null): void {
  const fields = "[autofocus], input:not([disabled]), select, textarea";
  const first =
    dialog?.querySelector<HTMLElement>(FAULT) ?? dialog?.querySelector<HTMLElement>(fields);
  (first ?? dialog?.querySelector("h2"))?.focus();
}

const FAULT = "[aria-invalid]";

/** Of an element that is about to be removed: its focus goes to the heading above it. */
export function passFocusOn(gone: HTMLElement | null): void {
  if (gone === null || gone !== document.activeElement) return;
  const dialog = gone.closest("dialog");
  const heading = (dialog ?? gone.closest("section, main"))?.querySelector("h1, h2");
  queueMicrotask(() => {
    // A dialog that goes as a whole gives the focus back itself.
    if (dialog?.isConnected !== false) giveFocus(heading);
  });
}

/** Of a form that was not accepted: to what is wrong first, which may be out of sight. */
export function focusFault(form: HTMLElement): void {
  form.querySelector<HTMLElement>(FAULT)?.focus();
}

/** Only if nothing else has the focus. @param target if it is gone too, the content of the page gets the focus */
export function giveFocus(target: Element | null | undefined): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const next = target?.isConnected === true ? target : document.querySelector("#content");
  if (!(next instanceof HTMLElement)) return;
  if (next.matches("h1, h2")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
