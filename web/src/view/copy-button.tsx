/** Copies a text, and says that it did. Where the browser refuses, the text is shown, selected. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { copyText } from "./clipboard";
import { Dialog } from "./controls";
import { CheckIcon, CopyIcon } from "./icons";
import { useServices } from "./page";

export interface CopyProps {
  readonly text: string;
  /** What is copied, for those who do not see what stands beside the button. */
  readonly what: string;
  /** A button among others says in a word what it does. */
  readonly hasWord?: boolean;
}

const COPIED_FOR = 2000;

export function CopyButton({ text, what, hasWord = false }: CopyProps): VNode {
  const { texts } = useServices().speech;
  const [copied, setCopied] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    if (copied === undefined) return undefined;
    const timer = setTimeout(() => setCopied(undefined), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  // The text may have changed since: then it is not the one in the clipboard.
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
        aria-label={isCopied ? texts.copied : texts.copyWhat(what)}
        title={texts.copyWhat(what)}
        onClick={copy}
      >
        {isCopied ? <CheckIcon /> : <CopyIcon />}
        <span class={hasWord ? "" : "copied"} aria-live="polite">
          {isCopied ? texts.copied : hasWord ? texts.copy : ""}
        </span>
      </button>
      {isRefused && <CopyByHand text={text} what={what} onClose={() => setRefused(false)} />}
    </>
  );
}

interface CopyByHandProps extends CopyProps {
  readonly onClose: () => void;
}

/** So many lines are seen at once. */
const ROWS = 8;

function CopyByHand({ text, what, onClose }: CopyByHandProps): VNode {
  const { texts } = useServices().speech;
  return (
    <Dialog title={texts.copyWhat(what)} onClose={onClose}>
      <p role="alert">{texts.copyRefused}</p>
      <textarea
        class="code"
        autoFocus
        readOnly
        rows={Math.min(ROWS, text.split("\n").length)}
        aria-label={what}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}
