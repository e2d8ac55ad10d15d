/** Saves the readings of the current range as a file. */

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { exportRange } from "../data/history/history-export";
import { problemOf } from "../data/connection/problem";
import { csvFileName, csvRow, csvTexts } from "../model/days/csv";
import type { CsvRow } from "../model/days/csv";
import type { Greenhouse } from "../model/farm/farm";
import type { Senders } from "../model/values/newest";
import type { Reading } from "../model/values/reading";
import type { Window } from "../model/plot/time-range";
import { Button } from "../shared/controls/controls";
import { download } from "../shared/values/download";
import { DownloadIcon } from "../shared/controls/icons";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useToolTexts } from "../text/chart-tools";

export interface CsvExportProps {
  readonly greenhouse: Greenhouse;
  readonly senders: Senders;
  readonly names: ReadonlyMap<string, string>;
  readonly shown: Window;
}

type Progress =
  | { readonly step: "idle" | "cancelled" }
  | { readonly step: "reading"; readonly count: number; readonly share: number }
  | { readonly step: "done"; readonly count: number }
  | { readonly step: "failed"; readonly text: string };

export function CsvExport(props: CsvExportProps): VNode {
  const { texts, format } = usePage();
  const tools = useToolTexts();
  const { progress, start, cancel } = useExport(props);
  return (
    <div class="row export">
      <p role="status" class="quiet">
        {progress.step === "done" && tools.exported(format.count(progress.count))}
        {progress.step === "cancelled" && tools.exportCancelled}
        {progress.step === "failed" && progress.text}
      </p>
      {progress.step === "reading" ? (
        <>
          <span class="quiet">{tools.exporting(format.count(progress.count))}</span>
          <progress value={progress.share} max={1} aria-label={tools.export} />
          <Button onClick={cancel}>{texts.cancel}</Button>
        </>
      ) : (
        <Button onClick={start}>
          <DownloadIcon />
          {tools.export}
        </Button>
      )}
    </div>
  );
}

interface Export {
  readonly progress: Progress;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Exports readings. Leaving the greenhouse's view cancels the export. */
function useExport({ greenhouse, senders, names, shown }: CsvExportProps): Export {
  const { texts, format } = usePage();
  const { watchOf } = useFarm();
  const [progress, setProgress] = useState<Progress>({ step: "idle" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async (signal: AbortSignal): Promise<void> => {
    const { from, to } = shown;
    const clock = createZonedClock(format.timeZone);
    const nameOf = ({ uid, device = uid, name }: Reading): string =>
      names.get(device) ?? name ?? "";
    const origin = { greenhouse: greenhouse.name, nameOf, clock };
    const parts: (readonly CsvRow[])[] = [];
    let count = 0;
    setProgress({ step: "reading", count, share: 0 });
    const all = exportRange(
      greenhouse.id,
      senders.containers,
      from,
      to,
      watchOf(greenhouse.id).readEntry,
    );
    for await (const { readings, share } of all) {
      if (signal.aborted) return;
      parts.push(readings.map((reading) => csvRow(reading, origin)));
      count += readings.length;
      setProgress({ step: "reading", count, share });
    }
    const file = new Blob([...csvTexts(parts)], { type: "text/csv" });
    download(file, csvFileName(greenhouse.name, shown, clock));
    setProgress({ step: "done", count });
  };
  const start = (): void => {
    const controller = new AbortController();
    running.current = controller;
    save(controller.signal).catch((error: unknown) => {
      if (controller.signal.aborted) return;
      setProgress({ step: "failed", text: texts.problems[problemOf(error)] });
    });
  };
  const cancel = (): void => {
    running.current?.abort();
    setProgress({ step: "cancelled" });
  };
  return { progress, start, cancel };
}
