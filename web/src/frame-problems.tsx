/**
 * Shows problems on every view of a farm: the number at the link to the alerts, and the announcement for screen
 * readers.
 */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { waitingOf } from "./model/findings/farm-problems";
import type { FarmProblem } from "./model/findings/farm-problems";
import { useFarmProblems } from "./shared/hooks/farm";
import type { FarmProblems } from "./shared/hooks/farm";
import { useNow } from "./shared/hooks/hooks";
import { usePage } from "./shared/hooks/page";
import { useAction } from "./shared/hooks/stable";
import { useBriefText } from "./shared/values/words";

/** Returns the unanswered problems; undefined until the newest values arrived. */
function useWaiting({ isReady, problems }: FarmProblems): readonly FarmProblem[] | undefined {
  const now = useNow();
  return isReady ? waitingOf(problems, now) : undefined;
}

export function ProblemBadge(): VNode | null {
  const { farm } = usePage().texts;
  const count = useWaiting(useFarmProblems())?.length ?? 0;
  if (count === 0) return null;
  return (
    <span class="count" aria-label={farm.attention(count)}>
      {count}
    </span>
  );
}

/** The number of problems that are announced by name. */
const NAMED = 3;

/** Announces each problem once to screen readers, when it begins. Also announces when all problems are gone. */
export function ProblemAnnouncer(): VNode {
  const { farm } = usePage().texts;
  const briefOf = useBriefText();
  const farmProblems = useFarmProblems();
  const waiting = useWaiting(farmProblems);
  const announced = useRef<ReadonlySet<string>>(new Set());
  const [text, setText] = useState("");
  const ids = waiting?.map(({ id }) => id).join(" ");
  const announce = useAction(() => {
    if (waiting === undefined) return;
    const before = announced.current;
    announced.current = new Set(waiting.map(({ id }) => id));
    const begun = waiting.filter(({ id }) => !before.has(id));
    const named = begun
      .slice(0, NAMED)
      .map((problem) => `${problem.greenhouseName}, ${problem.sensorName}: ${briefOf(problem)}`);
    const others = begun.length > NAMED ? [farm.more(begun.length - NAMED)] : [];
    if (begun.length > 0) setText([...named, ...others].join(". "));
    else if (waiting.length === 0 && before.size > 0) {
      setText(farmProblems.coverage.unchecked.length > 0 ? farm.noProblem : farm.over);
    }
  });
  useEffect(announce, [ids, announce]);
  return (
    <p role="status" class="visually-hidden">
      {text}
    </p>
  );
}
