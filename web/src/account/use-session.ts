/** Runs what signs somebody in or up, with code that is loaded when it is needed. */

import { useState } from "preact/hooks";
import { problemOf } from "../data/connection/problem";
import type * as session from "../data/connection/session";
import { useServices } from "../shared/hooks/page";

/** What is said of the last attempt. */
export interface Message {
  readonly text: string;
  readonly isProblem: boolean;
}

export interface SessionUse {
  readonly isBusy: boolean;
  readonly message: Message | undefined;
  readonly setMessage: (message: Message | undefined) => void;
  /** @param done what to say afterwards; by default nothing */
  readonly attempt: (work: (code: typeof session) => Promise<void>, done?: string) => void;
}

export function useSession(): SessionUse {
  const { texts } = useServices();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message>();
  // The form is shown before the SDK is loaded.
  const attempt: SessionUse["attempt"] = (work, done) => {
    setBusy(true);
    setMessage(undefined);
    void import("../data/connection/session")
      .then(work)
      .then(
        () => setMessage(done === undefined ? undefined : { text: done, isProblem: false }),
        (error: unknown) => setMessage({ text: texts.problems[problemOf(error)], isProblem: true }),
      )
      .finally(() => setBusy(false));
  };
  return { isBusy, message, setMessage, attempt };
}
