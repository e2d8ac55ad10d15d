/** Saves the readings of the range shown as a file. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { exportRange } from "../data/history-export";
import type { GreenhouseWatch } from "../data/greenhouse-watch";
import { problemOf } from "../data/problem";
import { CSV_HEADER, csvLine } from "../model/csv";
import type { Greenhouse } from "../model/farm";
import type { Window } from "../model/time-range";
import { Button } from "./controls";
import { DownloadIcon } from "./icons";
import { usePage } from "./page";

export interface CsvExportProps {
  readonly greenhouse: Greenhouse;
  readonly watch: GreenhouseWatch;
  readonly names: ReadonlyMap<string, string>;
  readonly shown: Window;
}

type Progress =
  | { readonly step: "idle" }
  | { readonly step: "reading" | "done"; readonly count: number }
  | { readonly step: "failed"; readonly text: string };

export function CsvExport({ greenhouse, watch, names, shown }: CsvExportProps): VNode {
  const { backend, speech, format } = usePage();
  const { texts } = speech;
  const [progress, setProgress] = useState<Progress>({ step: "idle" });
  const save = async (): Promise<void> => {
    const parts = [CSV_HEADER];
    let count = 0;
    setProgress({ step: "reading", count });
    const { from, to } = shown;
    const containers = watch.containers();
    for await (const readings of exportRange(
      backend.database,
      greenhouse.id,
      containers,
      from,
      to,
    )) {
      for (const reading of readings) {
        parts.push(csvLine(reading, names.get(reading.uid) ?? ""));
      }
      count += readings.length;
      setProgress({ step: "reading", count });
    }
    download(new Blob(parts, { type: "text/csv" }), fileName(greenhouse.name, shown));
    setProgress({ step: "done", count });
  };
  const start = (): void => {
    save().catch((error: unknown) =>
      setProgress({ step: "failed", text: texts.problems[problemOf(error)] }),
    );
  };
  const { charts } = texts;
  return (
    <div class="row export">
      <p role="status" class="quiet">
        {progress.step === "reading" && charts.exporting(format.count(progress.count))}
        {progress.step === "done" && charts.exported(format.count(progress.count))}
        {progress.step === "failed" && progress.text}
      </p>
      <Button onClick={start} isDisabled={progress.step === "reading"}>
        <DownloadIcon />
        {charts.export}
      </Button>
    </div>
  );
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Without what a file system may refuse. */
function fileName(greenhouse: string, { from, to }: Window): string {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const plain = greenhouse.replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  return `${plain}-${day(from)}-${day(to)}.csv`;
}
