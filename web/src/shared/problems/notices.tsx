/** Notices at the bottom of the page. They say whether a change was saved, and offer to undo it. */

import type { ComponentChildren, VNode } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { problemOf } from "../../data/connection/problem";
import { Button } from "../controls/controls";
import type { Notice, Page } from "../hooks/page";
import { PageContext, usePage, useServices } from "../hooks/page";
import { useAddress } from "../hooks/router";

/** The error of a change whose form already explains the error, so that no notice is needed. */
export class ShownInForm extends Error {}

/** Long enough to read a notice and to reach its button, in milliseconds. */
const SHOWN_FOR = 10_000;

/** A notice stays while it is hidden behind a dialog, hovered or focused. */
const HOLDING = "dialog[open]:not(:has(.notice)), .notice:is(:hover, :focus-within)";

export interface Notices {
  readonly notice: Notice | undefined;
  readonly dismiss: () => void;
  readonly attempt: Page["attempt"];
}

interface ShownNotice extends Notice {
  /** The path of the view in which the notice appeared. */
  readonly path: string;
}

export function useNotices(): Notices {
  const { texts } = useServices();
  const { path } = useAddress();
  const [notice, setNotice] = useState<ShownNotice>();
  // In another view, only problems and changes that can be undone are still shown.
  useEffect(() => {
    const isLeft = (now: ShownNotice): boolean => now.path !== path && !now.undo && !now.isProblem;
    setNotice((now) => (now && isLeft(now) ? undefined : now));
  }, [path]);
  useEffect(() => {
    if (notice === undefined) return undefined;
    let timer = 0;
    const wait = (): void => {
      timer = window.setTimeout(end, SHOWN_FOR);
    };
    const end = (): void => {
      if (document.querySelector(HOLDING)) wait();
      else setNotice(undefined);
    };
    wait();
    // When the person types or saves again, they have read "saved", and it may no longer be true.
    const dismissOld = (event: Event): void => {
      // Ticking a box does not count as typing. A rendering at this point would reset the box before the form reads it.
      const isTyped = event instanceof InputEvent || event instanceof SubmitEvent;
      if (isTyped && !notice.isProblem) setNotice(undefined);
    };
    // Not in the capture phase: the field must read the input first, or the first character would be lost.
    document.addEventListener("input", dismissOld);
    document.addEventListener("submit", dismissOld, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("input", dismissOld);
      document.removeEventListener("submit", dismissOld, true);
    };
  }, [notice]);
  const shown = useRef(notice);
  shown.current = notice;
  const attempt = useCallback(
    (change: Promise<void>, done?: Notice, refused = texts.problems.refused): void => {
      const before = shown.current;
      // Pending changes are saved in quick succession. A success must not hide the problem of an earlier change.
      const show = (next: Notice): ShownNotice => ({ ...next, path: location.pathname });
      const isNewProblem = (now: Notice | undefined): boolean =>
        now?.isProblem === true && now !== before;
      void change.then(
        () => done && setNotice((now) => (isNewProblem(now) ? now : show(done))),
        (error: unknown) => {
          if (error instanceof ShownInForm) return;
          const words = { ...texts.problems, refused };
          setNotice(show({ text: words[problemOf(error)], isProblem: true }));
        },
      );
    },
    [texts],
  );
  return { notice, dismiss: () => setNotice(undefined), attempt };
}

export function NoticeBar({ notice, dismiss }: Pick<Notices, "notice" | "dismiss">): VNode {
  const { texts, writes } = useServices();
  return (
    <div class="notices" role="status">
      {notice && (
        <div class={`notice ${notice.isProblem ? "is-problem" : ""}`}>
          <span>{notice.text}</span>
          {notice.undo && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss();
                writes.unlessChanged(() => notice.undo?.());
              }}
            >
              {texts.undo}
            </Button>
          )}
          <Button kind="quiet" label={texts.close} onClick={dismiss}>
            ✕
          </Button>
        </div>
      )}
    </div>
  );
}

/** Notices for a dialog that stays open, because a dialog covers the notices of the page. */
export function OwnNotices({ children }: { readonly children: ComponentChildren }): VNode {
  const page = usePage();
  const { notice, dismiss, attempt } = useNotices();
  const own = useMemo(() => ({ ...page, attempt }), [page, attempt]);
  return (
    <PageContext.Provider value={own}>
      {children}
      <NoticeBar notice={notice} dismiss={dismiss} />
    </PageContext.Provider>
  );
}
