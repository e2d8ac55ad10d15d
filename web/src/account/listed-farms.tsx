/**
 * An entry on a person's list of farms, which they can open or leave. A farm that they may no longer see can only be
 * left.
 */

import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { valueOf } from "../data/watches/watch";
import { isAwaitingAnswer } from "@greenhouse/domain/alerts/escalation";
import { worstFirst } from "@greenhouse/domain/alerts/findings";
import { parseOpenAlerts } from "@greenhouse/domain/alerts/records";
import { asNumber, asText } from "@greenhouse/domain/stored";
import { severityOf } from "../model/findings/severity";
import { parseRole } from "../model/farm/farm";
import type { Role } from "../model/farm/farm";
import { pathOf } from "../model/input/route";
import { Button } from "../shared/controls/controls";
import { Dialog, DialogActions } from "../shared/controls/dialog";
import { CopyButton } from "../shared/controls/copy-button";
import { useNow, useWatch } from "../shared/hooks/hooks";
import { ForwardIcon } from "../shared/controls/icons";
import { LeaveDialog } from "../shared/controls/leave-dialog";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { Link } from "../shared/hooks/router";
import { useFarmsTexts } from "../text/farms";
import { useAccess } from "./access";

export function FarmEntry({ id }: { readonly id: string }): VNode {
  const { person } = usePage();
  const [round, setRound] = useState(0);
  const stored = useWatch(`farms/${id}/name`, asText, undefined, round);
  const role = useWatch(`farms/${id}/members/${person.uid}`, parseRole, undefined, round);
  // Shows the id until the name is read. Former members cannot read the name.
  const name = useRef(id);
  name.current = valueOf(stored) ?? name.current;
  const entry = { id, name: name.current };
  return role.status === "failed" ? (
    <FormerFarm {...entry} onAccess={() => setRound(round + 1)} />
  ) : (
    <OwnFarm {...entry} role={valueOf(role)} />
  );
}

interface Entry {
  readonly id: string;
  readonly name: string;
}

function FormerFarm({ id, name, onAccess }: Entry & { readonly onAccess: () => void }): VNode {
  const { attempt, person } = usePage();
  const changes = useChanges();
  const farms = useFarmsTexts();
  useAccess(id, onAccess);
  const unlist = (): void =>
    attempt(changes.unlistFarm(person.uid, id), { text: farms.unlisted(name) });
  return (
    <li class="card">
      <p>
        <strong>{name}</strong>
        <span class="type">{farms.former}</span>
      </p>
      <div class="row">
        <Button label={farms.unlistOf(name)} onClick={unlist}>
          {farms.unlist}
        </Button>
      </div>
    </li>
  );
}

/** @param role undefined until the page knows it */
function OwnFarm({ id, name, role }: Entry & { readonly role: Role | undefined }): VNode {
  const farms = useFarmsTexts();
  const [isLeaving, setLeaving] = useState(false);
  const close = (): void => setLeaving(false);
  return (
    <li class="card listed-farm">
      <Link href={pathOf({ view: "farm", farmId: id })}>
        <span>
          <strong>{name}</strong>
          <State id={id} />
        </span>
        <ForwardIcon />
      </Link>
      <Button
        kind="quiet"
        label={farms.leaveOf(name)}
        isDisabled={role === undefined}
        onClick={() => setLeaving(true)}
      >
        {farms.leave}
      </Button>
      {isLeaving && role === "viewer" && <LeaveDialog farm={{ id, name }} onClose={close} />}
      {isLeaving && role === "owner" && <UnlistDialog id={id} name={name} onClose={close} />}
    </li>
  );
}

/** How the farm is, from its open alerts alone: the list does not read the values of all farms. */
function State({ id }: { readonly id: string }): VNode {
  const { texts } = usePage();
  const farms = useFarmsTexts();
  const now = useNow();
  const alerts = useWatch(`alerts/${id}/open`, parseOpenAlerts);
  const isWatched = useWatch(`alertSettings/${id}/silentAfterMinutes`, asNumber);
  const open = valueOf(alerts);
  const waiting = open?.filter((alert) => isAwaitingAnswer(alert, now)) ?? [];
  const worst = waiting.toSorted(worstFirst)[0];
  const known = open !== undefined && isWatched.status === "ready";
  const calm = isWatched.status === "ready" && isWatched.value === undefined;
  const none = calm ? texts.farm.alertsOff : farms.calm;
  const some = waiting.length > 0 ? texts.farm.attention(waiting.length) : undefined;
  const inHand = open && open.length > 0 ? texts.farm.inHand(open.length) : none;
  return (
    <span class={`type farm-state ${worst ? severityOf(worst) : ""}`}>
      {known ? (some ?? inHand) : "\u00a0"}
    </span>
  );
}

/** Owners keep their role, because nobody could repair a farm without an owner. */
function UnlistDialog({ id, name, onClose }: Entry & { readonly onClose: () => void }): VNode {
  const { attempt, person } = usePage();
  const changes = useChanges();
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
        <CopyButton text={address} label={name} />
      </p>
      <DialogActions isDanger submit={farms.unlist} onSubmit={unlist} onCancel={onClose} />
    </Dialog>
  );
}
