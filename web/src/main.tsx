/** Starts the page: finds its project and its language, then shows what the address asks for. */

import { render } from "preact";
import type { VNode } from "preact";
import { connectBackend } from "./data/backend";
import { Changes } from "./data/changes";
import { ConnectionWatch } from "./data/connection";
import { createFormatter } from "./model/format";
import { loadSpeech } from "./text/language";
import type { Texts } from "./text/en";
import { App } from "./view/app";
import { ServicesContext } from "./view/page";
import "./style/base.css";
import "./style/parts.css";
import "./style/views.css";

const place = document.querySelector("#page");
if (place === null) throw new Error("the document has no #page");

const speech = await loadSpeech();
document.documentElement.lang = speech.language;
document.title = speech.texts.appName;

try {
  const backend = await connectBackend();
  const services = {
    backend,
    connection: new ConnectionWatch(backend.database, document),
    changes: new Changes(backend.database),
    speech,
    format: createFormatter(speech.locale),
  };
  render(
    <ServicesContext.Provider value={services}>
      <App />
    </ServicesContext.Provider>,
    place,
  );
} catch (error) {
  render(<Fatal texts={speech.texts} />, place);
  throw new Error("the page could not start", { cause: error });
}

function Fatal({ texts }: { readonly texts: Texts }): VNode {
  return (
    <main class="sign-in">
      <div class="card">
        <h1>{texts.fatal.title}</h1>
        <p>{texts.fatal.lead}</p>
        <button type="button" class="button primary" onClick={() => location.reload()}>
          {texts.retry}
        </button>
      </div>
    </main>
  );
}
