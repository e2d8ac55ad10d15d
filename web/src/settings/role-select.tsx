/** Chooses whether a person is an owner or a viewer of the farm. */

import type { VNode } from "preact";
import type { Role } from "../model/farm/farm";
import { Select } from "../shared/controls/controls";
import { useSettingsTexts } from "../text/settings";

export interface RoleSelectProps {
  readonly label: string;
  readonly role: Role;
  readonly isLabelHidden?: boolean;
  readonly onRole: (role: Role) => void;
}

export function RoleSelect({ label, role, isLabelHidden = false, onRole }: RoleSelectProps): VNode {
  const { roles } = useSettingsTexts().settings;
  return (
    <Select
      label={label}
      isLabelHidden={isLabelHidden}
      value={role}
      options={[
        ["viewer", roles.viewer],
        ["owner", roles.owner],
      ]}
      onValue={(text) => onRole(text === "owner" ? "owner" : "viewer")}
    />
  );
}
