/** The only view for people who are not signed in. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { parseRoute } from "../model/input/route";
import { Button } from "../shared/controls/controls";
import { LeafIcon } from "../shared/controls/icons";
import { useTitle } from "../shared/hooks/hooks";
import { useServices } from "../shared/hooks/page";
import { CredentialsForm } from "./credentials-form";
import { DemoPeople } from "./demo-people";
import { LanguageSelect } from "./language-select";
import { useSession } from "./use-session";

export function SignIn(): VNode {
  const { backend, texts } = useServices();
  const [isNew, setNew] = useState(false);
  const session = useSession();
  const { attempt } = session;
  const title = isNew ? texts.signIn.signUp : texts.signIn.title;
  useTitle(title);
  const isInvited = parseRoute(location.pathname).view === "join";
  const lead = isNew ? texts.signIn.signUpLead : texts.signIn.lead;
  return (
    <main class="sign-in" id="content">
      <div class="card">
        <LeafIcon />
        <h1>{title}</h1>
        <p class="quiet">{isInvited ? texts.signIn.invited : lead}</p>
        <CredentialsForm {...{ session, isNew }} onNew={setNew}>
          {backend.demoPeople === undefined && (
            <Button onClick={() => attempt(({ signInWithGoogle }) => signInWithGoogle())}>
              {texts.signIn.google}
            </Button>
          )}
        </CredentialsForm>
        <DemoPeople
          onEnter={({ email, password }) => attempt(({ signIn }) => signIn(email, password))}
        />
      </div>
      <LanguageSelect />
    </main>
  );
}
