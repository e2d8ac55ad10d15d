/** Copies a text and confirms it. If the browser refuses, the text is shown and selected. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { copyText } from "./clipboard";
import { Dialog } from "./dialog";
import { CheckIcon, CopyIcon } from "./icons";
import { useServices } from "../hooks/page";
import "./code.css";

export interface CopyProps {
  readonly text: string;
  /** Names the text for screen readers. */
  readonly label: string;
  /** Whether the button has a word next to its icon. */
  readonly hasWord?: boolean;
  /** This word; by default "Copy". */
  readonly word?: string;
}

const COPIED_FOR = 2000;

export function CopyButton({ text, label, hasWord = false, word }: CopyProps): VNode {
  const { texts } = useServices();
  const [copied, setCopied] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (copied === undefined) return undefined;
    const timer = setTimeout(() => setCopied(undefined), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  // The text may have changed since it was copied.
  const isCopied = copied === text;
  const copy = (): void => {
    void copyText(text).then((isDone) => {
      if (isDone) setCopied(text);
      else setRefused(true);
    });
  };
  return (
    <>
      <button
        type="button"
        class={`button copy ${hasWord ? "" : "quiet"}`}
        aria-label={isCopied ? texts.copied : texts.copyLabel(label)}
        title={texts.copyLabel(label)}
        onClick={copy}
      >
        {isCopied ? <CheckIcon /> : <CopyIcon />}
        <span class={hasWord ? "" : "copied"} aria-live="polite">
          {isCopied ? texts.copied : hasWord ? (word ?? texts.copy) : ""}
        </span>
      </button>
      {isRefused && <CopyByHand text={text} label={label} onClose={() => setRefused(false)} />}
    </>
  );
}

/** An id, a key or an address that people share. */
export function CopyableId({ label, id }: { readonly label: string; readonly id: string }): VNode {
  return (
    <>
      <p class="label">{label}</p>
      <p class="uid">
        <code>{id}</code>
        <CopyButton text={id} label={label} />
      </p>
    </>
  );
}

interface CopyByHandProps extends CopyProps {
  readonly onClose: () => void;
}

/** The height of the text, in lines. */
const ROWS = 8;

function CopyByHand({ text, label, onClose }: CopyByHandProps): VNode {
  const { texts } = useServices();
  return (
    <Dialog title={texts.copyLabel(label)} onClose={onClose}>
      <p role="alert">{texts.copyRefused}</p>
      <textarea
        class="code"
        autoFocus
        readOnly
        rows={Math.min(ROWS, text.split("\n").length)}
        aria-label={label}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}
