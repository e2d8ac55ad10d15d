/** The history of an output: who switched it, and when. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { parseOutputLog } from "@greenhouse/domain/outputs/records";
import type { DefinedOutput } from "@greenhouse/domain/outputs/model";
import { sayOutputValue } from "@greenhouse/domain/words/output-words";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { useMemberName } from "../shared/hooks/names";
import { usePage } from "../shared/hooks/page";
import { useOutputTexts } from "../text/outputs";

/** The number of lines in the log. */
const SHOWN = 20;

/** Reads the log when somebody opens it. */
export function OutputLog(definedOutput: DefinedOutput): VNode {
  const texts = useOutputTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.log}</summary>
      {isOpen && <LogLines {...definedOutput} />}
    </details>
  );
}

function LogLines({ farmId, uid, output, defined }: DefinedOutput): VNode {
  const texts = useOutputTexts();
  const { texts: common, format } = usePage();
  const nameOf = useMemberName();
  const now = useNow();
  const watched = useWatch(`outputLog/${farmId}/${uid}/${output}`, parseOutputLog, {
    newest: SHOWN,
    by: "at",
  });
  if (watched.status === "loading") return <p class="quiet">{common.loading}</p>;
  if (watched.status === "failed") return <p>{common.problems[watched.problem]}</p>;
  const orders = watched.value;
  if (orders.length === 0) return <p class="quiet">{texts.nothingOrdered}</p>;
  return (
    <ol class="output-log">
      {orders.map(({ version, value, until, by, at }) => (
        <li key={version}>
          <time>{format.moment(at, now)}</time>{" "}
          {texts.logLine(
            sayOutputValue(defined, value, texts.words),
            until === undefined ? "" : format.moment(until, now),
            nameOf(by),
          )}
        </li>
      ))}
    </ol>
  );
}
