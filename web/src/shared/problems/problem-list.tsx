/**
 * The list of problems, the worst first. Without problems it says that everything is fine, if that is checked. All
 * views with problems use this list.
 */

import type { ComponentChildren, FunctionComponent, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { severityOf } from "../../model/findings/severity";
import { waitingOf } from "../../model/findings/farm-problems";
import type { FarmProblem } from "../../model/findings/farm-problems";
import { commonGapOf } from "../../model/findings/coverage";
import type { Coverage } from "../../model/findings/coverage";
import "./problem-list.css";
import { Button } from "../controls/controls";
import { ProblemRow, useAcknowledging } from "./problem-row";
import type { ProblemRowProps } from "./problem-row";
import { CoverageNotes } from "./coverage-notes";
import { useAsOf, useMedia, useNow } from "../hooks/hooks";
import { CheckIcon, InfoIcon, WarningIcon } from "../controls/icons";
import { usePage } from "../hooks/page";
import type { FoldedRowsProps } from "../storms/folded-rows";

export interface ProblemListProps extends Omit<ProblemRowProps, "problem"> {
  /** Whether the newest values arrived. */
  readonly isReady: boolean;
  /** The worst problem first. */
  readonly problems: readonly FarmProblem[];
  /** When the newest reading arrived; undefined if there are no readings. */
  readonly newestAt: number | undefined;
  /** A greenhouse can be fine only if something is checked. */
  readonly coverage: Coverage;
  /** Whether all problems are listed from the start, not only the worst. Only a storm is grouped. */
  readonly isWhole?: boolean;
  /** The id of the alert in the address, which is listed first. */
  readonly linked?: string | undefined;
}

/** The number of problems that are listed at first, so that the cards and tiles below stay on the screen. */
const WORST = { phone: 2, desk: 3 };
/** More problems are a storm, and fill more than the screen of a phone. */
const MAX_WHOLE = 10;
/** The number of problems that each press adds. A storm has tens of thousands. */
const STEP = 50;

export function ProblemList(props: ProblemListProps): VNode {
  const { isReady, problems, linked, isWhole = false } = props;
  const { farm } = usePage().texts;
  const now = useNow();
  const worstCount = useMedia("(max-width: 719px)") ? WORST.phone : WORST.desk;
  const few = isWhole ? MAX_WHOLE : worstCount;
  const [opened, setOpened] = useState(0);
  const isFolded = opened === 0 && problems.length > few;
  // In a storm, this is the number of rows of groups.
  const count = Math.max(opened, isWhole ? STEP : few);
  const waiting = waitingOf(problems, now);
  // Hides answered problems first. If none are hidden, rows keep their place when answered.
  const ranked = problems.length > count ? [...new Set([...waiting, ...problems])] : problems;
  const first = ranked.find(({ id }) => id === linked);
  const listed = first === undefined ? ranked : [...new Set([first, ...ranked])];
  const shown = listed.slice(0, isFolded ? few : count);
  const folded = useFolded(isFolded);
  const hasHidden = isFolded || problems.length > count;
  const worst = waiting[0];
  const isFine = problems.length === 0 && props.newestAt !== undefined && isWhollyChecked(props);
  const isDoubted = useAsOf() !== undefined;
  const kind = worst ? severityOf(worst) : !isDoubted && isFine ? "well" : "";
  const isOpen = opened > 0 && problems.length > few;
  return (
    <section
      class={`status ${isReady ? kind : ""}`}
      aria-busy={!isReady}
      aria-label={usePage().texts.farm.state}
    >
      {isReady && (
        <>
          <Title {...props} waiting={waiting.length}>
            {(isWhole || !hasHidden || opened > 0) && <ForAll waiting={waiting} />}
            {hasHidden && (
              <button
                type="button"
                class="link-button"
                aria-expanded={isOpen}
                onClick={() => setOpened(opened + STEP)}
              >
                {farm.showMore}
              </button>
            )}
            {!hasHidden && isOpen && (
              <button type="button" class="link-button" aria-expanded onClick={() => setOpened(0)}>
                {farm.less}
              </button>
            )}
          </Title>
          <ul class="plain problems">
            {folded && isFolded ? (
              <folded.Rows {...props} problems={ranked} linked={first} {...{ waiting, count }} />
            ) : (
              <Rows {...props} problems={shown} />
            )}
          </ul>
          <CoverageNotes {...props} isTitled={problems.length === 0} />
        </>
      )}
    </section>
  );
}

interface Folded {
  readonly Rows: FunctionComponent<FoldedRowsProps>;
}

/** Loads the code of folded rows. Until then, and if that fails, the list shows its first problems. */
function useFolded(isFolded: boolean): Folded | undefined {
  const [folded, setFolded] = useState<Folded>();
  useEffect(() => {
    if (!isFolded) return;
    import("../storms/folded-rows").then(
      (module) => setFolded({ Rows: module.FoldedRows }),
      () => undefined,
    );
  }, [isFolded]);
  return folded;
}

function Rows({ problems, ...props }: ProblemListProps): VNode {
  return (
    <>
      {problems.map((problem) => (
        <li key={problem.id}>
          <ProblemRow problem={problem} {...props} />
        </li>
      ))}
    </>
  );
}

function isWhollyChecked({ coverage }: ProblemListProps): boolean {
  return coverage.checked > 0 && coverage.unchecked.length === 0;
}

interface TitleProps extends ProblemListProps {
  readonly waiting: number;
  readonly children: ComponentChildren;
}

/** The number of problems. While offline, also the time at which the number was current. */
function Title(props: TitleProps): VNode {
  const { problems, newestAt, waiting, children } = props;
  const { texts, format } = usePage();
  const { farm } = texts;
  const now = useNow();
  const asOf = useAsOf();
  const isCalm = problems.length === 0;
  const calmText = useCalmText(props);
  const noneText = newestAt === undefined ? farm.noReadings : calmText;
  const isFine = newestAt !== undefined && isWhollyChecked(props);
  const someText = waiting > 0 ? farm.attention(waiting) : farm.inHand(problems.length);
  const text = isCalm ? noneText : someText;
  return (
    <div class="status-title">
      {waiting > 0 && <WarningIcon />}
      {waiting === 0 &&
        (!isCalm || isFine ? <CheckIcon /> : newestAt !== undefined && <InfoIcon />)}
      <p>
        <strong>{asOf === undefined ? text : farm.asOf(asOf, text)}</strong>
        {isCalm && newestAt !== undefined && (
          <span class="quiet status-age">{farm.newest(format.age(newestAt, now))}</span>
        )}
      </p>
      {children}
    </div>
  );
}

/** Returns the title without problems. It says "fine" only as far as something is checked. */
function useCalmText({ coverage, isOfGreenhouse }: ProblemListProps): string {
  const { farm } = usePage().texts;
  const isKnown = useAsOf() === undefined;
  const { checked, unchecked } = coverage;
  const gap = commonGapOf(coverage);
  if (gap !== undefined) return farm.gaps[gap];
  if (checked === 0) return farm.unchecked;
  if (!isKnown) return farm.wasCalm;
  if (unchecked.length > 0) return farm.noProblem;
  // Other greenhouses may have problems.
  return isOfGreenhouse ? farm.allWellHere : farm.allWell;
}

function ForAll({ waiting }: { readonly waiting: readonly FarmProblem[] }): VNode | null {
  const { farm } = usePage().texts;
  const acknowledgeEach = useAcknowledging();
  const ids = waiting.flatMap(({ id, alert }) => (alert === undefined ? [] : [id]));
  if (ids.length < 2) return null;
  return <Button onClick={() => acknowledgeEach(ids)}>{farm.acknowledgeAll}</Button>;
}
