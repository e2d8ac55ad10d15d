/** Lines at the bottom of the page that say whether a change was stored, and undo it. */

import type { ComponentChildren, VNode } from "preact";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { problemOf } from "../data/problem";
import { Button } from "./controls";
import type { Notice, Page } from "./page";
import { PageContext, usePage, useServices } from "./page";
import { useAddress } from "./router";

/** Rejects a change whose form says itself what is wrong. */
export class ShownInForm extends Error {}

/** Long enough to read it and to reach the button, in milliseconds. */
const SHOWN_FOR = 10_000;

/** Behind a dialog a notice is not seen; under the pointer or with the focus, somebody is about to press its button. */
const HOLDING = "dialog[open]:not(:has(.notice)), .notice:is(:hover, :focus-within)";

export interface Notices {
  readonly notice: Notice | undefined;
  readonly dismiss: () => void;
  readonly attempt: Page["attempt"];
}

interface ShownNotice extends Notice {
  /** Of the view in which it appeared. */
  readonly path: string;
}

export function useNotices(): Notices {
  const { texts } = useServices();
  const { path } = useAddress();
  const [notice, setNotice] = useState<ShownNotice>();
  // In another view, only what can be undone or went wrong is still worth saying.
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
    // A person who types on, or saves again, has read that something is saved, which may no longer be true.
    const dismissOld = (event: Event): void => {
      // Ticking a box does not count as typing: rendered again in between, the box would be read with its old value.
      const isTyped = event instanceof InputEvent || event instanceof SubmitEvent;
      if (isTyped && !notice.isProblem) setNotice(undefined);
    };
    // After the field has read what was typed, for the same reason: the first character would be lost.
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
    (change: Promise<void>, done?: Notice): void => {
      const before = shown.current;
      // Changes that waited are stored right after each other: the notice of one must not hide the one before.
      const show = (next: Notice): ShownNotice => ({ ...next, path: location.pathname });
      const isNewProblem = (now: Notice | undefined): boolean =>
        now?.isProblem === true && now !== before;
      void change.then(
        () => done && setNotice((now) => (isNewProblem(now) ? now : show(done))),
        (error: unknown) => {
          if (error instanceof ShownInForm) return;
          setNotice(show({ text: texts.problems[problemOf(error)], isProblem: true }));
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

/** For a dialog that stays open: behind it, the notices of the page cannot be reached. */
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
