/** A window above the page. */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "./controls";
import { focusFirst, giveFocus } from "./focus";
import { useServices } from "../hooks/page";

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** For content with long lines. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser keeps the focus in it. It asks before it discards typed text. */
export function Dialog({ title, onClose, isWide, children }: DialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { texts } = useServices();
  const isTyped = useRef(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    focusFirst(dialog.current);
    return () => queueMicrotask(() => giveFocus(opener));
  }, []);
  useEffect(() => {
    if (isAsking) dialog.current?.querySelector<HTMLElement>(".discard .primary")?.focus();
  }, [isAsking]);
  const dismiss = (): void => {
    if (isTyped.current) setAsking(true);
    else onClose();
  };
  const keep = (): void => {
    setAsking(false);
    focusFirst(dialog.current);
  };
  return (
    <dialog
      ref={dialog}
      class={isWide ? "wide" : undefined}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        // A phone's back gesture fires this event. The cancel event of a file chooser bubbles to the dialog, which
        // ignores it.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        dismiss();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        // If a dialog contains a dialog, only the inner one closes.
        event.stopPropagation();
        (isAsking ? keep : dismiss)();
      }}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(target.type))
          isTyped.current = target.value !== "";
      }}
      onClick={(event) => event.target === dialog.current && dismiss()}
    >
      <div class="dialog-body">
        <header role="presentation">
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="button quiet" aria-label={texts.close} onClick={dismiss}>
            ✕
          </button>
        </header>
        {isAsking && (
          <div class="row discard" role="alert">
            <strong>{texts.discard.question}</strong>
            <Button kind="primary" onClick={keep}>
              {texts.discard.no}
            </Button>
            <Button kind="danger" onClick={onClose}>
              {texts.discard.yes}
            </Button>
          </div>
        )}
        {children}
      </div>
    </dialog>
  );
}

export interface DialogActionsProps {
  /** The text of the button that confirms. */
  readonly submit: string;
  /** If undefined, the button submits its form. */
  readonly onSubmit?: () => void;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  readonly onCancel: () => void;
  /** Other buttons. */
  readonly children?: ComponentChildren;
}

/** The buttons at the end of a dialog: confirm or cancel. */
export function DialogActions(props: DialogActionsProps): VNode {
  const { submit, onSubmit, isDanger, isDisabled = false, onCancel, children } = props;
  const { texts } = useServices();
  return (
    <div class="row">
      <Button
        kind={isDanger ? "danger" : "primary"}
        type={onSubmit ? "button" : "submit"}
        isDisabled={isDisabled}
        onClick={onSubmit}
      >
        {submit}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {texts.cancel}
      </Button>
      {children}
    </div>
  );
}
