/** Signs people in or up. Loads the code for this when it is needed. */

import { useState } from "preact/hooks";
import { problemOf } from "../data/connection/problem";
import type * as session from "../data/connection/session";
import { useServices } from "../shared/hooks/page";

/** The message about the last attempt. */
export interface Message {
  readonly text: string;
  readonly isProblem: boolean;
}

export interface SessionUse {
  readonly isBusy: boolean;
  readonly message: Message | undefined;
  readonly setMessage: (message: Message | undefined) => void;
  /** @param done the message after a success; by default none */
  readonly attempt: (work: (code: typeof session) => Promise<void>, done?: string) => void;
}

export function useSession(): SessionUse {
  const { texts } = useServices();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message>();
  // The form may be shown before the SDK is loaded.
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
