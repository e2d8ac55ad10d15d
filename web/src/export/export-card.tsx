/** Lets people save the readings of all greenhouses in one file. */

import { DAY_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { MIN_RANGE_MS } from "../model/plot/time-range";
import { Button, Field, Form } from "../shared/controls/controls";
import { DownloadIcon } from "../shared/controls/icons";
import { backgroundTask } from "../shared/hooks/background-task";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { download } from "../shared/values/download";
import { useExportTexts } from "../text/export";
import { ExportBar } from "./export-bar";
import { FarmFile } from "./farm-file";
import "./export.css";

const SUGGESTED_MS = 30 * DAY_MS;

export function ExportCard(): VNode {
  const farm = useFarm();
  const { connection, format } = usePage();
  const words = useExportTexts();
  const clock = createZonedClock(format.timeZone);
  const [opened] = useState(connection.now);
  const [from, setFrom] = useState(clock.wall(opened - SUGGESTED_MS));
  const [to, setTo] = useState(clock.wall(opened));
  const [isBad, setBad] = useState(false);
  const isRunning = backgroundTask.value?.isRunning() === true;
  const amendments = farm.amendments.value;
  const start = (): void => {
    if (amendments === undefined) return;
    const range = { from: clock.parseWall(from, opened), to: clock.parseWall(to, opened) };
    const isRange = range.to - range.from >= MIN_RANGE_MS;
    setBad(!isRange);
    if (!isRange) return;
    const file = new FarmFile({
      farmName: farm.name,
      greenhouses: farm.greenhouses,
      names: new Map(farm.sensors.map(({ uid, name }) => [uid, name])),
      range,
      amendments,
      timeZone: format.timeZone,
      save: download,
    });
    const onClose = (): void => void (backgroundTask.value = undefined);
    const Bar = (): VNode => <ExportBar {...{ file, onClose }} />;
    backgroundTask.value = { Bar, isRunning: file.isRunning, stop: file.cancel };
    void file.write();
  };
  return (
    <section class="card export-card" aria-labelledby="export-title">
      <h2 id="export-title">{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <Form onSubmit={start}>
        <Field label={words.from} type="datetime-local" value={from} onValue={setFrom} />
        <Field
          label={words.to}
          type="datetime-local"
          value={to}
          onValue={setTo}
          error={isBad ? words.badRange : undefined}
        />
        <Button type="submit" isDisabled={isRunning || amendments === undefined}>
          <DownloadIcon />
          {words.start}
        </Button>
      </Form>
    </section>
  );
}
