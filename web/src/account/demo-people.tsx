/** Buttons that sign in as people of the demo farm. Only `npm start` names these people. */

import type { VNode } from "preact";
import { Button } from "../shared/controls/controls";
import { useServices } from "../shared/hooks/page";

type DemoPerson = NonNullable<ReturnType<typeof useServices>["backend"]["demoPeople"]>[number];

export interface DemoPeopleProps {
  readonly onEnter: (person: DemoPerson) => void;
}

export function DemoPeople({ onEnter }: DemoPeopleProps): VNode | null {
  const { backend, texts } = useServices();
  const { demo, roles } = texts.signIn;
  if (backend.demoPeople === undefined) return null;
  return (
    <section class="demo" aria-label={demo}>
      <p class="quiet">{demo}</p>
      <div class="row">
        {backend.demoPeople.map((person) => (
          <Button key={person.email} onClick={() => onEnter(person)}>
            {person.displayName} ({roles[person.role] ?? person.role})
          </Button>
        ))}
      </div>
    </section>
  );
}
