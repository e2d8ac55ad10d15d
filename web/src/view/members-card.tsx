/** Who may see the farm; owners add people, change what they may do and remove them. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Member, Role } from "../model/farm";
import { faultOfPerson } from "../model/validate";
import { Button, CopyButton, Dialog, Field, Form, Select } from "./controls";
import { useFarm } from "./farm-context";
import { usePage } from "./page";
import { navigate } from "./router";

const asRole = (text: string): Role => (text === "owner" ? "owner" : "viewer");

export function MembersCard(): VNode {
  const farm = useFarm();
  const { settings } = usePage().speech.texts;
  return (
    <section class="card" aria-labelledby="members-title">
      <h2 id="members-title">{settings.members}</h2>
      <p class="quiet">{settings.membersLead}</p>
      <ul class="plain members">
        {farm.members.map((member) => (
          <MemberRow key={member.uid} member={member} />
        ))}
      </ul>
      {farm.role === "owner" ? <AddMember /> : <LeaveFarm />}
    </section>
  );
}

function MemberRow({ member }: { readonly member: Member }): VNode {
  const farm = useFarm();
  const { speech, changes, attempt, person } = usePage();
  const { texts } = speech;
  const { uid, role } = member;
  const isMe = uid === person.uid;
  const remove = (): void =>
    attempt(changes.removeMember(farm.id, uid), {
      text: texts.settings.removedMember(uid),
      undo: () => attempt(changes.setMember(farm.id, uid, role)),
    });
  return (
    <li>
      <span class="member">
        <code>{uid}</code>
        {isMe && <span class="badge">{texts.settings.you}</span>}
        <CopyButton text={uid} what={`${texts.settings.member} ${uid}`} />
      </span>
      {/* The owner who looks at it stays one: a farm without an owner could not be helped. */}
      {farm.role === "owner" && !isMe ? (
        <span class="row">
          <RoleSelect
            label={texts.settings.roleOf(uid)}
            isLabelHidden
            role={role}
            onRole={(next) => attempt(changes.setMember(farm.id, uid, next), { text: texts.saved })}
          />
          <Button kind="quiet" label={`${texts.remove}: ${uid}`} onClick={remove}>
            {texts.remove}
          </Button>
        </span>
      ) : (
        <span>{texts.settings.roles[role]}</span>
      )}
    </li>
  );
}

interface RoleSelectProps {
  readonly label: string;
  readonly role: Role;
  readonly isLabelHidden?: boolean;
  readonly onRole: (role: Role) => void;
}

function RoleSelect({ label, role, isLabelHidden = false, onRole }: RoleSelectProps): VNode {
  const { roles } = usePage().speech.texts.settings;
  return (
    <Select
      label={label}
      isLabelHidden={isLabelHidden}
      value={role}
      options={[
        ["viewer", roles.viewer],
        ["owner", roles.owner],
      ]}
      onValue={(text) => onRole(asRole(text))}
    />
  );
}

function AddMember(): VNode {
  const farm = useFarm();
  const { speech, changes, attempt } = usePage();
  const { texts } = speech;
  const [uid, setUid] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [isTried, setTried] = useState(false);
  const fault = faultOfPerson(uid.trim(), farm.members);
  const add = (): void => {
    setTried(true);
    if (fault !== undefined) return;
    attempt(changes.setMember(farm.id, uid.trim(), role), { text: texts.settings.added });
    setUid("");
    setTried(false);
  };
  return (
    <Form class="form add-member" onSubmit={add}>
      <h3>{texts.settings.addMember}</h3>
      <Field
        label={texts.settings.memberId}
        value={uid}
        onValue={setUid}
        hint={texts.settings.memberIdHint}
        fault={isTried && fault ? texts.faults[fault] : undefined}
        isCode
      />
      <div class="row end">
        <RoleSelect label={texts.settings.role} role={role} onRole={setRole} />
        <Button type="submit">{texts.settings.add}</Button>
      </div>
    </Form>
  );
}

function LeaveFarm(): VNode {
  const farm = useFarm();
  const { speech, changes, attempt, person } = usePage();
  const { texts } = speech;
  const [isOpen, setOpen] = useState(false);
  const leave = (): void => {
    setOpen(false);
    attempt(changes.removeMember(farm.id, person.uid).then(() => navigate("/")));
  };
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{texts.settings.leave}</Button>
      {isOpen && (
        <Dialog title={texts.settings.leaveTitle} onClose={() => setOpen(false)}>
          <p>{texts.settings.leaveWarning}</p>
          <div class="row">
            <Button kind="danger" onClick={leave}>
              {texts.settings.leave}
            </Button>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              {texts.cancel}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
