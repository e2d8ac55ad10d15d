/**
 * Notes below the title of the problems: gaps in what is checked, and alerts that are off. Owners get links to change
 * this.
 */

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
  /** Whether the title already gives the reason why nothing is checked, if there is only one. */
  readonly isTitled: boolean;
  readonly isOfGreenhouse?: boolean;
  /** Set on the alerts view, which has its own button to switch alerts on. */
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

/** Leads owners to the form of the limits. @param id the greenhouse; undefined leads to the list of all greenhouses */
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
