/** Below the title of what needs attention: where nothing is checked, and that alerts are off. Owners get links to change it. */

import type { VNode } from "preact";
import { commonGapOf, isOfLimits } from "../../model/findings/coverage";
import type { Coverage } from "../../model/findings/coverage";
import { isolated } from "../../model/farm/names";
import { pathOf } from "../../model/input/route";
import { useFarm } from "../hooks/farm";
import { usePage } from "../hooks/page";
import { Link } from "../hooks/router";

export interface CoverageNotesProps {
  readonly coverage: Coverage;
  /** Whether the title says why nothing is checked, if there is one reason. */
  readonly isTitled: boolean;
  readonly isOfGreenhouse?: boolean;
  /** On the view of the alerts: it has a button that switches them on. */
  readonly isWhole?: boolean;
}

export function CoverageNotes(props: CoverageNotesProps): VNode | null {
  const { limits } = useFarm();
  const isOff = limits.silentAfter === undefined && props.isWhole !== true;
  if (!isOff && props.coverage.unchecked.length === 0) return null;
  return (
    <div class="status-notes">
      <GapNote {...props} />
      {isOff && <AlertsOff />}
    </div>
  );
}

function GapNote({ coverage, isTitled, isOfGreenhouse }: CoverageNotesProps): VNode | null {
  const { farm } = usePage().texts;
  const { unchecked } = coverage;
  const [first, ...others] = unchecked;
  if (first === undefined) return null;
  const isSaid = isTitled && commonGapOf(coverage) !== undefined;
  const reason = isOfGreenhouse
    ? farm.gaps[first.gap]
    : farm.gapOf(isolated(first.name), farm.gaps[first.gap]);
  const text = others.length === 0 ? reason : farm.gapsOf(unchecked.length);
  const ofLimits = unchecked.filter(({ gap }) => isOfLimits(gap));
  const link = ofLimits[0] && <SetLimits id={ofLimits.length === 1 ? ofLimits[0].id : undefined} />;
  if (isSaid && !link) return null;
  return (
    <p>
      {!isSaid && `${text} `}
      {link}
    </p>
  );
}

/** Leads owners to the form of the limits. @param id the greenhouse; undefined: the list of all of them */
export function SetLimits({ id }: { readonly id: string | undefined }): VNode | null {
  const { id: farmId, role } = useFarm();
  const { farm } = usePage().texts;
  if (role !== "owner") return null;
  const greenhouse = id === undefined ? {} : { greenhouseId: id };
  return <Link href={pathOf({ view: "settings", farmId, ...greenhouse })}>{farm.setLimits}</Link>;
}

function AlertsOff(): VNode {
  const { id: farmId, role } = useFarm();
  const { farm } = usePage().texts;
  return (
    <p>
      {farm.alertsOff}{" "}
      {role === "owner" && <Link href={pathOf({ view: "alerts", farmId })}>{farm.switchOn}</Link>}
    </p>
  );
}
