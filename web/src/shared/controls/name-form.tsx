/** A form for the name of something new. */

import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { faultOfName } from "../../model/input/validate";
import { Field, Form } from "./controls";
import { useServices } from "../hooks/page";

export interface NameFormProps {
  readonly label: string;
  /** With a valid name. */
  readonly onName: (name: string) => void;
  /** The buttons. */
  readonly children: ComponentChildren;
}

export function NameForm({ label, onName, children }: NameFormProps): VNode {
  const { texts } = useServices();
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const error = faultOfName(name);
  return (
    <Form
      onSubmit={() => {
        setTried(true);
        if (error === undefined) onName(name.trim());
      }}
    >
      <Field
        label={label}
        value={name}
        onValue={setName}
        error={isTried && error ? texts.validation[error] : undefined}
      />
      {children}
    </Form>
  );
}
