/** How those leave a farm who only look at it. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form } from "./controls";
import { useFarm } from "./farm-context";
import { usePage } from "./page";
import { navigate } from "./router";

export function LeaveFarm(): VNode {
  const farm = useFarm();
  const { settings } = usePage().speech.texts;
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {settings.leave}
      </Button>
      {isOpen && (
        <LeaveDialog farm={farm} onClose={() => setOpen(false)} onLeft={() => navigate("/")} />
      )}
    </div>
  );
}

export interface LeaveDialogProps {
  readonly farm: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
  readonly onLeft?: () => void;
}

/** The way back is an owner's to open: whoever leaves says so by name. */
export function LeaveDialog({ farm, onClose, onLeft }: LeaveDialogProps): VNode {
  const { speech, changes, attempt, person } = usePage();
  const { settings, cancel } = speech.texts;
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim() === farm.name.trim();
  const leave = (): void => {
    if (!isConfirmed) return;
    onClose();
    attempt(changes.removeMember(farm.id, person.uid).then(onLeft));
  };
  return (
    <Dialog title={settings.leaveTitle} onClose={onClose}>
      <p>{settings.leaveWarning}</p>
      <Form onSubmit={leave}>
        <Field label={settings.confirmName(farm.name)} value={typed} onValue={setTyped} />
        <div class="row">
          <Button kind="danger" type="submit" isDisabled={!isConfirmed}>
            {settings.leave}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {cancel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
