/** A button that must be held, so that an accidental touch switches nothing on. */

import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The time to hold, in milliseconds. The style sheet gets it as `--hold`. */
const HOLD_MS = 800;

export interface HoldButtonProps {
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onHeld: () => void;
  /** Called if the button is released too early. */
  readonly onReleased: () => void;
  /** Called by a screen reader, which cannot hold the button. The page then asks for confirmation. */
  readonly onPressed: () => void;
  readonly children: ComponentChildren;
}

export function HoldButton(props: HoldButtonProps): VNode {
  const { label, isDisabled, onHeld, onReleased, onPressed, children } = props;
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHeld(false);
  };
  const release = (): void => {
    const isEarly = timer.current !== undefined;
    end();
    if (isEarly) onReleased();
  };
  const begin = (): void => {
    if (isDisabled || isHeld) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      end();
      onHeld();
    }, HOLD_MS);
  };
  useEffect(() => end, []);
  const isKey = ({ key }: KeyboardEvent): boolean => key === "Enter" || key === " ";
  return (
    <button
      type="button"
      class={`button primary hold ${isHeld ? "is-held" : ""}`}
      style={{ "--hold": `${HOLD_MS}ms` }}
      disabled={isDisabled}
      aria-label={label}
      onPointerDown={begin}
      onPointerUp={release}
      onPointerLeave={end}
      onPointerCancel={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) begin();
      }}
      onKeyUp={release}
      onClick={(event) => {
        // Screen readers click with neither a pointer nor a key.
        if (event.detail === 0 && event.screenX === 0 && event.screenY === 0) onPressed();
      }}
    >
      {children}
    </button>
  );
}
