/** The fields and buttons of all views. */

import type { ComponentChildren, InputHTMLAttributes, VNode } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { focusFault, passFocusOn } from "./focus";

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: "text" | "email" | "password" | "search" | "datetime-local" | "time";
  readonly placeholder?: string;
  readonly hint?: string | undefined;
  /** The error message for the value. */
  readonly error?: string | undefined;
  readonly autocomplete?: string | undefined;
  readonly inputMode?: "decimal" | "numeric" | "tel" | "email" | undefined;
  readonly list?: readonly string[];
  readonly isLabelHidden?: boolean;
  readonly isCode?: boolean;
  readonly children?: ComponentChildren;
}

/** A labelled input, with its error message below. */
export function Field(props: FieldProps): VNode {
  const { label, value, onValue, type = "text", hint, error, list, children } = props;
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  // TypeScript cannot check the attributes of an input whose type is a variable.
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
          {list.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
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
  /** The error message for the choice. */
  readonly error?: string | undefined;
}

export function Select({
  label,
  value,
  options,
  onValue,
  isLabelHidden,
  hint,
  error,
}: SelectProps): VNode {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? "visually-hidden" : ""}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onValue(event.currentTarget.value)}
      >
        {options.map(([option, name]) => (
          <option key={option} value={option} selected={option === value}>
            {name}
          </option>
        ))}
      </select>
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
  readonly onClick?: (() => void) | undefined;
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

/** A form that the page handles. The browser does not submit it. */
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
        const form = event.currentTarget;
        onSubmit();
        // Runs after the form has rendered its error messages.
        setTimeout(() => focusFault(form));
      }}
    >
      {children}
    </form>
  );
}
