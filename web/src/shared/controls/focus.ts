/** Moves the focus when its element is removed. Otherwise the keyboard would start at the top of the page. */

/** Focuses an opened dialog's invalid field, else its first field, else its title, but never its close button. */
export function focusFirst(dialog: HTMLElement | null): void {
  const fields = "[autofocus], input:not([disabled]), select, textarea";
  const first =
    dialog?.querySelector<HTMLElement>(FAULT) ?? dialog?.querySelector<HTMLElement>(fields);
  (first ?? dialog?.querySelector("h2"))?.focus();
}

const FAULT = "[aria-invalid]";

/** Moves the focus to the heading of the section if the element with the focus is about to be removed. */
export function passFocusOn(gone: HTMLElement | null): void {
  if (gone === null || gone !== document.activeElement) return;
  const dialog = gone.closest("dialog");
  const heading = (dialog ?? gone.closest("section, main"))?.querySelector("h1, h2");
  queueMicrotask(() => {
    // A dialog that is removed restores the focus itself.
    if (dialog?.isConnected !== false) giveFocus(heading);
  });
}

/** Focuses the first invalid field or question of a form that was not accepted. It may be off the screen. */
export function focusFault(form: HTMLElement): void {
  const fault = form.querySelector<HTMLElement>(FAULT);
  (fault ?? form.querySelector<HTMLElement>(".question button"))?.focus();
}

/**
 * Focuses the target unless an element has the focus.
 * @param target if it was removed too, the page's content gets the focus
 */
export function giveFocus(target: Element | null | undefined): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const next = target?.isConnected === true ? target : document.querySelector("#content");
  if (!(next instanceof HTMLElement)) return;
  if (next.matches("h1, h2")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}
