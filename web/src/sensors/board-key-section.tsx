/** Lets owners show a board's key with a QR code, replace it, and block a lost board. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { boardText } from "@greenhouse/domain/boards/board-settings";
import type { FarmKeys } from "@greenhouse/domain/identity/farm-key";
import type { Sensor } from "../model/farm/farm";
import { Button, Field, Form } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { WarningIcon } from "../shared/controls/icons";
import { Keys } from "../shared/controls/keys";
import { usePage } from "../shared/hooks/page";
import { useSettingsTexts } from "../text/settings";
import { newFarmKey } from "../shared/hooks/random";
import type { BoardKey } from "../shared/controls/board-key";
import { QrCode } from "../shared/controls/qr-code";
import { useSensorTexts } from "../text/sensors";

export interface BoardKeyProps {
  readonly sensor: Pick<Sensor, "uid" | "name">;
  readonly board: BoardKey;
}

/** The QR code of the board's settings, once an owner has asked for the key. */
export function BoardCode({ sensor: { uid, name }, board }: BoardKeyProps): VNode | null {
  const { functionsUrl } = usePage().backend;
  const sensors = useSensorTexts();
  const { inForce: key } = board;
  if (key === undefined) return null;
  const text = boardText({ uid, functionsUrl, key });
  return <QrCode text={text} label={sensors.qr(name)} hint={sensors.qrHint} />;
}

export interface BoardKeySectionProps extends BoardKeyProps {
  /** Whether the section shows the QR code. On a phone it is above the code. */
  readonly hasCode: boolean;
}

/** Shown to owners, below the code. */
export function BoardKeySection({ sensor, board, hasCode }: BoardKeySectionProps): VNode {
  const { attempt } = usePage();
  const sensors = useSensorTexts();
  const { keys: words } = useSettingsTexts();
  const { keys, change } = board;
  const { name } = sensor;
  const remove = (own: FarmKeys): void =>
    attempt(change(undefined, own), {
      text: sensors.ownKeyRemoved(name),
      undo: () => attempt(change(own, undefined)),
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
              isInCode
            >
              {own && <Button onClick={() => remove(own)}>{sensors.ownKeyRemove}</Button>}
            </Keys>
          </div>
          {hasCode && <BoardCode sensor={sensor} board={board} />}
        </section>
      )}
      <LostBoard sensor={sensor} board={board} />
    </>
  );
}

function LostBoard({ sensor, board }: BoardKeyProps): VNode {
  const sensors = useSensorTexts();
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    // The keys show whether the lost board also has the farm's key.
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

/** Gives the sensor a new key. The key on the lost board becomes invalid at once. */
function CutOff({ sensor: { name }, board, onClose }: CutOffProps): VNode {
  const { attempt } = usePage();
  const sensors = useSensorTexts();
  const { keys: words } = useSettingsTexts();
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim() === name.trim();
  const hasFarmKey = board.keys !== undefined && board.keys.own === undefined;
  const cutOff = (): void => {
    if (!isConfirmed) return;
    attempt(board.change({ key: newFarmKey(), old: undefined }, "any"), {
      text: sensors.cutOffDone,
    });
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
        <DialogActions
          isDanger
          isDisabled={!isConfirmed}
          submit={sensors.cutOffSubmit}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
