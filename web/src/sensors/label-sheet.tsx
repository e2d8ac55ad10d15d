/** A sheet to print: a label for each board, with its name, its greenhouse and the QR code of its settings. */

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { boardText } from "@greenhouse/domain/boards/board-settings";
import { problemOf } from "../data/connection/problem";
import type { Problem } from "../data/connection/problem";
import type { ListedSensor } from "../model/farm/sensor-list";
import { KEY_PLACEHOLDER } from "../model/farm/snippet";
import { Button } from "../shared/controls/controls";
import { QrCode } from "../shared/controls/qr-code";
import { useChanges } from "../shared/hooks/changes";
import { useFarm } from "../shared/hooks/farm";
import { usePage } from "../shared/hooks/page";
import { useAction } from "../shared/hooks/stable";
import { useSensorTexts } from "../text/sensors";

export interface LabelSheetProps {
  readonly listed: readonly ListedSensor[];
  readonly onClose: () => void;
}

export function LabelSheet({ listed, onClose }: LabelSheetProps): VNode {
  const { texts, backend } = usePage();
  const { labels, unlinked, qr } = useSensorTexts();
  // New sensors of other owners do not change a sheet that is about to be printed.
  const [sensors] = useState(listed);
  const { keys, problem } = useKeysOf(sensors.map(({ sensor }) => sensor.uid));
  const { functionsUrl } = backend;
  return (
    <>
      <div class="page-head label-tools">
        <h1>{labels.title(sensors.length)}</h1>
        <div class="row">
          <Button kind="primary" isDisabled={keys === undefined} onClick={() => print()}>
            {labels.print}
          </Button>
          <Button onClick={onClose}>{texts.close}</Button>
        </div>
        <p class="hint">{labels.hint}</p>
      </div>
      {problem && (
        <p class="error" role="alert">
          {texts.problems[problem]}
        </p>
      )}
      {keys === undefined && problem === undefined && <p class="quiet">{texts.loading}</p>}
      {keys && (
        <ul class="plain label-sheet">
          {sensors.map(({ sensor: { uid, name }, greenhouse }) => (
            <li key={uid}>
              <QrCode
                text={boardText({ uid, functionsUrl, key: keys.get(uid) ?? KEY_PLACEHOLDER })}
                label={qr(name)}
              />
              <p>
                <strong>{name}</strong>
                <span>{greenhouse ?? unlinked}</span>
                <code>{uid}</code>
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Reads the keys once: each sensor's own key, or the farm's. */
function useKeysOf(uids: readonly string[]): {
  readonly keys: ReadonlyMap<string, string | undefined> | undefined;
  readonly problem: Problem | undefined;
} {
  const { id } = useFarm();
  const changes = useChanges();
  const [keys, setKeys] = useState<ReadonlyMap<string, string | undefined>>();
  const [problem, setProblem] = useState<Problem>();
  const read = useAction(async () => {
    const farm = await changes.readKeys(id);
    const own = await Promise.all(uids.map((uid) => changes.readSensorKeys(id, uid)));
    setKeys(new Map(uids.map((uid, index) => [uid, (own[index] ?? farm)?.key])));
  });
  useEffect(() => {
    read().catch((error: unknown) => setProblem(problemOf(error)));
  }, [read]);
  return { keys, problem };
}
