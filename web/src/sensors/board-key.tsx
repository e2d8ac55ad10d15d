/** The key that a sensor's board signs with. Owners read it on demand, replace it, and cut a lost board off. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { FarmKeys } from "../../../domain/src/farm-key";
import { problemOf } from "../data/problem";
import type { Problem } from "../data/problem";
import type { Sensor } from "../model/farm";
import { boardText } from "../model/snippet";
import { Button, Dialog, Field, Form } from "../shared/controls";
import { useFarm } from "../shared/farm";
import { WarningIcon } from "../shared/icons";
import { Keys } from "../shared/keys";
import { usePage } from "../shared/page";
import { newFarmKey } from "../shared/random";
import { QrCode } from "./qr-code";

/** What is known of a board's keys. */
interface KnownKeys {
  /** The sensor's own. */
  readonly own: FarmKeys | undefined;
  /** The farm's, where the sensor has none of its own. */
  readonly farm: FarmKeys | undefined;
}

export interface BoardKey {
  /** Undefined until they are read. */
  readonly keys: KnownKeys | undefined;
  /** What a new board signs with. */
  readonly inForce: string | undefined;
  readonly problem: Problem | undefined;
  readonly read: () => void;
  /** Sets the sensor's own keys, or removes them. */
  readonly change: (own: FarmKeys | undefined) => Promise<void>;
}

/** @param stored the sensor's own key, where it was made just now */
export function useBoardKey(uid: string, stored?: FarmKeys): BoardKey {
  const farm = useFarm();
  const { changes } = usePage();
  const [keys, setKeys] = useState<KnownKeys | undefined>(
    stored && { own: stored, farm: undefined },
  );
  const [problem, setProblem] = useState<Problem>();
  const load = async (): Promise<void> => {
    const own = await changes.readSensorKeys(farm.id, uid);
    setKeys({ own, farm: own === undefined ? await changes.readKeys(farm.id) : undefined });
    setProblem(undefined);
  };
  return {
    keys,
    inForce: (keys?.own ?? keys?.farm)?.key,
    problem,
    read: () => void load().catch((error: unknown) => setProblem(problemOf(error))),
    change: (own) => changes.changeSensorKeys(farm.id, uid, own).then(load),
  };
}

export interface BoardKeyProps {
  readonly sensor: Pick<Sensor, "uid" | "name">;
  readonly board: BoardKey;
}

/** For owners, below the code. */
export function BoardKeySection({ sensor, board }: BoardKeyProps): VNode {
  const { backend, texts, attempt } = usePage();
  const { sensors, keys: words } = texts;
  const { keys, inForce, change } = board;
  const { uid, name } = sensor;
  const remove = (own: FarmKeys): void =>
    attempt(change(undefined), {
      text: sensors.ownKeyRemoved(name),
      undo: () => attempt(change(own)),
    });
  const { own } = keys ?? {};
  return (
    <>
      {keys && (
        <section class="board" aria-labelledby="board-title">
          <div class="board-key">
            <h3 id="board-title">{words.sensor.key}</h3>
            {own && <p class="quiet">{words.sensor.lead}</p>}
            <Keys
              keys={own}
              inherited={keys.farm?.key}
              words={words.sensor}
              name={name}
              change={change}
              isAlwaysShown
            >
              {own && <Button onClick={() => remove(own)}>{sensors.ownKeyRemove}</Button>}
            </Keys>
          </div>
          {inForce !== undefined && (
            <QrCode
              text={boardText({ uid, functionsUrl: backend.functionsUrl, key: inForce })}
              label={sensors.qr(name)}
              hint={sensors.qrHint}
            />
          )}
        </section>
      )}
      <LostBoard sensor={sensor} board={board} />
    </>
  );
}

function LostBoard({ sensor, board }: BoardKeyProps): VNode {
  const { sensors } = usePage().texts;
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    // Whether the lost board also has the farm's key.
    if (board.keys === undefined) board.read();
    setOpen(true);
  };
  return (
    <div class="row lost-board">
      <span>{sensors.lost}</span>
      <Button kind="quiet danger" onClick={open}>
        {sensors.cutOff}
      </Button>
      {isOpen && <CutOff sensor={sensor} board={board} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface CutOffProps extends BoardKeyProps {
  readonly onClose: () => void;
}

/** A new key is in force at once, and the one on the lost board is not. */
function CutOff({ sensor: { name }, board, onClose }: CutOffProps): VNode {
  const { texts, attempt } = usePage();
  const { sensors, keys: words } = texts;
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim() === name.trim();
  const hasFarmKey = board.keys !== undefined && board.keys.own === undefined;
  const cutOff = (): void => {
    if (!isConfirmed) return;
    attempt(board.change({ key: newFarmKey(), old: undefined }), { text: sensors.cutOffDone });
    onClose();
  };
  return (
    <Dialog title={sensors.cutOffTitle(name)} onClose={onClose}>
      <Form onSubmit={cutOff}>
        <p>{sensors.cutOffWarning}</p>
        {hasFarmKey && (
          <p class="attention warn">
            <WarningIcon />
            <span>{sensors.cutOffFarmKey}</span>
          </p>
        )}
        <Field label={words.sensor.confirm(name)} value={typed} onValue={setTyped} />
        <div class="row">
          <Button kind="danger" type="submit" isDisabled={!isConfirmed}>
            {sensors.cutOffSubmit}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
