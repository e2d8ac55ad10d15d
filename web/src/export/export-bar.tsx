/** The bar above every view while a farm's file is written: the progress, and how it ended. */

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Button } from "../shared/controls/controls";
import { usePage } from "../shared/hooks/page";
import { useExportTexts } from "../text/export";
import type { FarmFile } from "./farm-file";

export interface ExportBarProps {
  readonly file: FarmFile;
  readonly onClose: () => void;
}

export function ExportBar({ file, onClose }: ExportBarProps): VNode {
  const { texts, format } = usePage();
  const words = useExportTexts();
  const state = file.state.value;
  const isReading = state.step === "reading";
  useEffect(() => {
    if (!isReading) return undefined;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isReading]);
  return (
    <section class="export-bar" aria-label={words.title}>
      {state.step === "reading" ? (
        <p>
          {words.reading(state.greenhouse)}{" "}
          <span class="quiet">{words.readings(format.count(state.count))}</span>
        </p>
      ) : (
        <p role="status">
          {state.step === "saved" && words.saved(state.name, format.count(state.count))}
          {state.step === "cancelled" && words.cancelled}
          {state.step === "failed" && `${words.failed} ${texts.problems[state.problem]}`}
        </p>
      )}
      {state.step === "reading" && (
        <progress value={state.share} max={1} aria-label={words.title} />
      )}
      <Button onClick={() => (isReading ? file.cancel() : onClose())}>
        {isReading ? texts.cancel : words.close}
      </Button>
    </section>
  );
}
