/** The members of the farm. Owners invite people, change their roles and remove them. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { InvitationChanges } from "../data/changes/invitation-changes";
import type { Member } from "../model/farm/farm";
import { isolated, suggestedName } from "../model/farm/names";
import { faultOfName } from "../model/input/validate";
import { Button, Field, Form } from "../shared/controls/controls";
import { Conflicts, useDraft } from "../shared/controls/draft";
import { useFarm } from "../shared/hooks/farm";
import { LeaveDialog } from "../shared/controls/leave-dialog";
import { useListedName } from "../shared/hooks/names";
import { useChanges } from "../shared/hooks/changes";
import { usePage } from "../shared/hooks/page";
import { useSettingsTexts } from "../text/settings";
import { navigate } from "../shared/hooks/router";
import { Invitations } from "./invitations";
import { RoleSelect } from "./role-select";
import { useFarmsTexts } from "../text/farms";

export function MembersCard(): VNode {
  const farm = useFarm();
  const { settings } = useSettingsTexts();
  return (
    <section
      class={`card ${farm.role === "owner" ? "members-card" : ""}`}
      aria-labelledby="members-title"
    >
      <h2 id="members-title">{settings.members}</h2>
      <p class="quiet">{settings.membersLead}</p>
      <ul class="plain members">
        {farm.members.map((member) => (
          <MemberRow key={member.uid} member={member} />
        ))}
      </ul>
      {farm.role === "owner" ? <Invitations /> : <LeaveFarm />}
    </section>
  );
}

function LeaveFarm(): VNode {
  const farm = useFarm();
  const farms = useFarmsTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {farms.leaveThis}
      </Button>
      {isOpen && (
        <LeaveDialog farm={farm} onClose={() => setOpen(false)} onLeft={() => navigate("/")} />
      )}
    </div>
  );
}

function MemberRow({ member }: { readonly member: Member }): VNode {
  const farm = useFarm();
  const { person } = usePage();
  const { settings } = useSettingsTexts();
  const isMe = member.uid === person.uid;
  return (
    <li>
      {isMe ? <Myself /> : <Person uid={member.uid} />}
      {/* Owners keep their role, because nobody could repair a farm without an owner. */}
      {farm.role === "owner" && !isMe ? (
        <MemberControls member={member} />
      ) : (
        <span>{settings.roles[member.role]}</span>
      )}
    </li>
  );
}

/** Contains the form for the person's own name, which is open until they set a name. */
function Myself(): VNode {
  const farm = useFarm();
  const { texts, person } = usePage();
  const { settings } = useSettingsTexts();
  const name = farm.names.get(person.uid);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <span class="member">
        <span>
          <bdi>{name ?? person.name}</bdi>
          {person.email !== undefined && person.email !== name && (
            <span class="type">{person.email}</span>
          )}
        </span>
        <span class="badge">{settings.you}</span>
        {name !== undefined && !isEditing && (
          <Button
            kind="quiet"
            label={`${texts.edit}: ${settings.ownName}`}
            onClick={() => setEditing(true)}
          >
            {texts.edit}
          </Button>
        )}
      </span>
      {(name === undefined || isEditing) && (
        <OwnName name={name} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

interface OwnNameProps {
  readonly name: string | undefined;
  readonly onClose: () => void;
}

function OwnName({ name, onClose }: OwnNameProps): VNode {
  const farm = useFarm();
  const { texts, person, attempt, writes } = usePage();
  const { settings } = useSettingsTexts();
  const draft = useDraft({ name: name ?? suggestedName(person) }, (_, text) => text.trim());
  const typed = draft.shown.name;
  const error = faultOfName(typed);
  const save = (): void => {
    if (error !== undefined || draft.conflicts.length > 0) return;
    onClose();
    const changes = new InvitationChanges(writes);
    attempt(changes.nameOneself(farm.id, person.uid, typed.trim()), { text: texts.saved });
  };
  return (
    <Form class="form own-name" onSubmit={save}>
      <Field
        label={settings.ownName}
        value={typed}
        onValue={(text) => draft.type("name", text)}
        autocomplete="name"
        hint={settings.ownNameHint}
        error={error && texts.validation[error]}
      />
      <Conflicts draft={draft} nameOf={() => settings.ownName} isOwn />
      <div class="row">
        <Button type="submit" kind="primary">
          {texts.save}
        </Button>
        {name !== undefined && (
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}

function Person({ uid }: { readonly uid: string }): VNode {
  const name = useListedName()(uid);
  return (
    <span class="member">
      <bdi>{name}</bdi>
    </span>
  );
}

function MemberControls({ member: { uid, role } }: { readonly member: Member }): VNode {
  const farm = useFarm();
  const { texts, attempt } = usePage();
  const changes = useChanges();
  const { settings } = useSettingsTexts();
  const name = useListedName()(uid);
  const notTakenBack = settings.notTakenBack(isolated(name));
  const takeBack = (): void =>
    attempt(changes.setRole(farm.id, uid, role), undefined, notTakenBack);
  return (
    <span class="row">
      <RoleSelect
        label={settings.roleOf(name)}
        isLabelHidden
        role={role}
        onRole={(next) =>
          attempt(changes.setRole(farm.id, uid, next), {
            text: texts.saved,
            undo: () => attempt(changes.setRole(farm.id, uid, role)),
          })
        }
      />
      <Button
        kind="quiet danger"
        label={`${texts.remove}: ${name}`}
        onClick={() =>
          attempt(changes.removeMember(farm.id, uid), {
            text: settings.removedMember(isolated(name)),
            undo: takeBack,
          })
        }
      >
        {texts.remove}
      </Button>
    </span>
  );
}
