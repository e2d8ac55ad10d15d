/** Shown instead of a farm that the person may not, or may no longer, see. Once they may, the farm is shown. */

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { isMember } from "../data/membership";
import { pathOf } from "../model/route";
import { isolated } from "../model/names";
import { useWatch } from "../shared/hooks";
import { usePage } from "../shared/page";
import { Link } from "../shared/router";
import { de } from "../text/join-de";
import { en } from "../text/join-en";

const TEXTS = { en, de };

/** How often access is checked, in milliseconds: it may be granted without a change of the person's list of farms. */
const ASK_EVERY = 10_000;

export interface NoAccessProps {
  readonly farmId: string;
  /** The farm's name, if the person could see the farm until now. */
  readonly formerName: string | undefined;
  readonly onAccess: () => void;
}

export function NoAccess({ farmId, formerName, onAccess }: NoAccessProps): VNode {
  const { texts, language, person, connection } = usePage();
  const { noAccess } = TEXTS[language];
  const listed = useWatch(`users/${person.uid}/farms/${farmId}`, (stored) => stored);
  const { isConnected } = connection.state.value;
  useEffect(() => {
    let isCurrent = true;
    const ask = (): void =>
      void isMember(farmId, person.uid).then((may) => {
        if (may && isCurrent) onAccess();
      });
    ask();
    const timer = setInterval(ask, ASK_EVERY);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [listed, isConnected]);
  return (
    <>
      <h1>{texts.notFound.title}</h1>
      <p role="status">
        {formerName === undefined ? noAccess.notYours : noAccess.removed(isolated(formerName))}
      </p>
      <p class="quiet">{noAccess.byItself}</p>
      <div class="row">
        <Link class="button primary" href={pathOf({ view: "start" })}>
          {texts.notFound.home}
        </Link>
      </div>
    </>
  );
}
