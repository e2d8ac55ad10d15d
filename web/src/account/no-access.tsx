/** Replaces a farm that the person may not see. The farm appears once they get access. */

import type { VNode } from "preact";
import { pathOf } from "../model/input/route";
import { isolated } from "../model/farm/names";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { useJoinTexts } from "../text/join";
import { useAccess } from "./access";

export interface NoAccessProps {
  readonly farmId: string;
  /** The farm's name, if the person could see the farm before. */
  readonly formerName: string | undefined;
  readonly onAccess: () => void;
}

export function NoAccess({ farmId, formerName, onAccess }: NoAccessProps): VNode {
  const { texts } = usePage();
  const { noAccess } = useJoinTexts();
  useAccess(farmId, onAccess);
  return (
    <>
      <h1>{texts.notFound.title}</h1>
      <p role="status">
        {formerName === undefined ? noAccess.notYours : noAccess.removed(isolated(formerName))}
      </p>
      <p class="quiet">{noAccess.byItself}</p>
      <div class="row">
        {/* If this farm is the only one on the list, the start page would lead back here. */}
        <Link class="button primary" href={pathOf({ view: "farms" })}>
          {texts.notFound.home}
        </Link>
      </div>
    </>
  );
}
