/** Leaves a farm. Viewers must type its name, because only an owner can invite them again. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Field, Form } from "./controls";
import { Dialog, DialogActions } from "./dialog";
import { useChanges } from "../hooks/changes";
import { usePage } from "../hooks/page";
import { useFarmsTexts } from "../../text/farms";

export interface LeaveDialogProps {
  readonly farm: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
  readonly onLeft?: () => void;
}

export function LeaveDialog({ farm, onClose, onLeft }: LeaveDialogProps): VNode {
  const { attempt, person } = usePage();
  const changes = useChanges();
  const farms = useFarmsTexts();
  const [typed, setTyped] = useState("");
  const isConfirmed = typed.trim() === farm.name.trim();
  const leave = (): void => {
    if (!isConfirmed) return;
    onClose();
    attempt(changes.leaveFarm(farm.id, person.uid).then(onLeft));
  };
  return (
    <Dialog title={farms.leaveTitle} onClose={onClose}>
      <p>{farms.leaveWarning}</p>
      <Form onSubmit={leave}>
        <Field label={farms.confirm(farm.name)} value={typed} onValue={setTyped} />
        <DialogActions
          isDanger
          isDisabled={!isConfirmed}
          submit={farms.leaveThis}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}
