/** Fields, buttons, dialogs: what the views are made of. */

import type { ComponentChildren, InputHTMLAttributes, VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { focusFirst, giveFocus, passFocusOn } from "./focus";
import { useServices } from "./page";

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: "text" | "email" | "password" | "search" | "datetime-local";
  readonly placeholder?: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value, in words. */
  readonly error?: string | undefined;
  readonly autocomplete?: string;
  readonly inputMode?: "decimal";
  readonly list?: readonly string[];
  readonly isLabelHidden?: boolean;
  readonly isCode?: boolean;
  readonly children?: ComponentChildren;
}

/** A labelled input with what is wrong with it below. */
export function Field(props: FieldProps): VNode {
  const { label, value, onValue, type = "text", hint, error, list, children } = props;
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  // The types know which attributes each type of input takes, but not for a type that is a variable.
  const attributes = {
    type,
    inputMode: props.inputMode,
    placeholder: props.placeholder,
    list: list && `${id}-list`,
    autocomplete: props.autocomplete ?? "off",
  } as InputHTMLAttributes;
  return (
    <div class="field">
      <label for={id} class={props.isLabelHidden ? "visually-hidden" : ""}>
        {label}
      </label>
      <div class="field-row">
        <input
          {...attributes}
          id={id}
          value={value}
          class={props.isCode ? "code" : ""}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
        {children}
      </div>
      {list && (
        <datalist id={`${id}-list`}>
          {list.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {error && (
        <p id={`${id}-error`} class="error" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

export interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, name: string])[];
  readonly onValue: (value: string) => void;
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
}

export function Select({
  label,
  value,
  options,
  onValue,
  isLabelHidden,
  hint,
}: SelectProps): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? "visually-hidden" : ""}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {options.map(([one, name]) => (
          <option key={one} value={one} selected={one === value}>
            {name}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

export interface CheckboxProps {
  readonly label: string;
  readonly hint?: string;
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
  readonly onChecked: (isChecked: boolean) => void;
}

export function Checkbox(props: CheckboxProps): VNode {
  const { label, hint, isChecked, isDisabled, onChecked } = props;
  const id = useId();
  return (
    <div class="check">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          disabled={isDisabled}
          aria-describedby={hint && id}
          onChange={(event) => onChecked(event.currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p id={id} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  readonly kind?: "primary" | "plain" | "danger" | "quiet" | "quiet danger";
  readonly type?: "button" | "submit";
  readonly isDisabled?: boolean;
  readonly label?: string;
  readonly isExpanded?: boolean;
}

export function Button({
  children,
  onClick,
  kind = "plain",
  type = "button",
  isDisabled,
  label,
  isExpanded,
}: ButtonProps): VNode {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => () => passFocusOn(button.current), []);
  return (
    <button
      ref={button}
      type={type}
      class={`button ${kind}`}
      disabled={isDisabled}
      aria-label={label}
      aria-expanded={isExpanded}
      onClick={onClick && (() => onClick())}
    >
      {children}
    </button>
  );
}

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** For what has long lines. */
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}

/** A window above the page: the browser keeps the focus in it. What was typed is not discarded without asking. */
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
        // As the back gesture of a phone does. A file chooser's bubbles.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        dismiss();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        // Of a window within a window, the inner one alone.
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

/** A form that never leaves the page. */
export function Form({
  onSubmit,
  children,
  class: name,
}: {
  readonly onSubmit: () => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <form
      class={name ?? "form"}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
