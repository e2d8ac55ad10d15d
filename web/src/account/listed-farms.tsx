/** An entry on a person's list of farms: one of their own, or an invitation. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { valueOf } from "../data/watch";
import { readRole, readText } from "../model/farm";
import type { ListedFarm, Role } from "../model/farm";
import { pathOf } from "../model/route";
import { suggestedName } from "../model/names";
import { faultOfName } from "../model/validate";
import { Button, Field, Form } from "../shared/controls";
import { Dialog } from "../shared/dialog";
import { CopyButton } from "../shared/copy-button";
import { useWatch } from "../shared/hooks";
import { ForwardIcon } from "../shared/icons";
import { LeaveDialog } from "./leave-dialog";
import { useChanges } from "../shared/changes";
import { usePage } from "../shared/page";
import { Link } from "../shared/router";
import { useFarmsTexts } from "../shared/farms-texts";

interface Entry {
  readonly id: string;
  /** The id until the name has been read, and for former members, who cannot read it. */
  readonly name: string;
  readonly role: Role | undefined;
  readonly isLoading: boolean;
}

export function FarmEntry({ farm: { id, isInvited } }: { readonly farm: ListedFarm }): VNode {
  const { person } = usePage();
  const name = useWatch(`farms/${id}/name`, readText);
  const role = useWatch(`farms/${id}/members/${person.uid}`, readRole);
  const entry: Entry = {
    id,
    name: valueOf(name) ?? id,
    role: valueOf(role),
    isLoading: name.status === "loading" || role.status === "loading",
  };
  return isInvited ? <Invitation {...entry} /> : <OwnFarm {...entry} />;
}

/** A viewer who declines leaves the farm; owners cannot remove themselves. */
function Invitation({ id, name, role, isLoading }: Entry): VNode {
  const { attempt, person, texts } = usePage();
  const changes = useChanges();
  const farms = useFarmsTexts();
  const known = useWatch(`farms/${id}/names/${person.uid}`, readText);
  const isUnnamed = known.status !== "loading" && valueOf(known) === undefined;
  const [ownName, setOwnName] = useState(() => suggestedName(person));
  const [isTried, setTried] = useState(false);
  const error = isUnnamed ? faultOfName(ownName) : undefined;
  const accept = (): void => {
    setTried(true);
    if (error !== undefined) return;
    const chosen = isUnnamed ? ownName.trim() : undefined;
    attempt(changes.listFarm(person.uid, id, chosen), { text: farms.accepted(name) });
  };
  const decline = (): void =>
    attempt(
      role === "viewer" ? changes.removeMember(id, person.uid) : changes.unlistFarm(person.uid, id),
      { text: farms.declined(name) },
    );
  return (
    <li class="card">
      <p>
        {farms.invited}: <strong>{name}</strong>
        <span class="type">{role === undefined ? "\u00a0" : farms.invitedAs[role]}</span>
      </p>
      <Form class="form" onSubmit={accept}>
        {isUnnamed && (
          <Field
            label={farms.ownName}
            value={ownName}
            onValue={setOwnName}
            autocomplete="name"
            error={isTried && error ? texts.validation[error] : undefined}
          />
        )}
        <div class="row">
          <Button
            kind="primary"
            type="submit"
            label={farms.acceptOf(name)}
            isDisabled={isLoading || known.status === "loading"}
          >
            {farms.accept}
          </Button>
          <Button label={farms.declineOf(name)} isDisabled={isLoading} onClick={decline}>
            {farms.decline}
          </Button>
        </div>
      </Form>
    </li>
  );
}

function OwnFarm({ id, name, role, isLoading }: Entry): VNode {
  const { attempt, person } = usePage();
  const changes = useChanges();
  const farms = useFarmsTexts();
  const [isLeaving, setLeaving] = useState(false);
  const close = (): void => setLeaving(false);
  const leave = (): void => {
    if (role === undefined) attempt(changes.unlistFarm(person.uid, id));
    else setLeaving(true);
  };
  return (
    <li class="card listed-farm">
      <Link href={pathOf({ view: "farm", farmId: id })}>
        <strong>{name}</strong>
        <ForwardIcon />
      </Link>
      <Button kind="quiet" label={farms.leaveOf(name)} isDisabled={isLoading} onClick={leave}>
        {farms.leave}
      </Button>
      {isLeaving && role === "viewer" && <LeaveDialog farm={{ id, name }} onClose={close} />}
      {isLeaving && role === "owner" && <UnlistDialog id={id} name={name} onClose={close} />}
    </li>
  );
}

interface UnlistDialogProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Owners keep their role: nobody could repair a farm without an owner. */
function UnlistDialog({ id, name, onClose }: UnlistDialogProps): VNode {
  const { texts, attempt, person } = usePage();
  const changes = useChanges();
  const { cancel } = texts;
  const farms = useFarmsTexts();
  const address = location.origin + pathOf({ view: "farm", farmId: id });
  const unlist = (): void => {
    onClose();
    attempt(changes.unlistFarm(person.uid, id), {
      text: farms.unlisted(name),
      undo: () => attempt(changes.listFarm(person.uid, id)),
    });
  };
  return (
    <Dialog title={farms.unlistTitle} onClose={onClose}>
      <p>{farms.unlistLead}</p>
      <p class="uid">
        <code>{address}</code>
        <CopyButton text={address} what={name} />
      </p>
      <div class="row">
        <Button kind="danger" onClick={unlist}>
          {farms.unlist}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
