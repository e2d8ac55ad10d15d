/** Starts the page: finds its project and its language, then shows what the address asks for. */

// First: see there.
import { lastFrameAt } from "./data/frames";
import { render } from "preact";
import type { VNode } from "preact";
import { connectBackend } from "./data/backend";
import { Changes, updateOf } from "./data/changes";
import { ConnectionWatch } from "./data/connection";
import { Writes } from "./data/writes";
import { createFormatter } from "./model/format";
import "./shared/base.css";
import "./shared/controls.css";
import "./shared/values.css";
import "./shared/tables.css";
import "./frame.css";
import "./account/account.css";
import type { Texts } from "./text/en";
import { loadTranslation } from "./text/language";
import { ServicesContext } from "./shared/page";
import { App } from "./app";
import { preloadView } from "./views";

const root = document.querySelector("#page");
if (root === null) throw new Error("the document has no #page");

const translation = await loadTranslation();
const { language, locale, texts } = translation;
document.documentElement.lang = language;
document.title = texts.appName;
preloadView(location.pathname, language);

try {
  const backend = await connectBackend();
  const { database } = backend;
  const connection = new ConnectionWatch(database, document, lastFrameAt);
  const writes = new Writes(updateOf(database), connection);
  const services = {
    backend,
    connection,
    writes,
    changes: new Changes(database, writes),
    ...translation,
    format: createFormatter(locale),
  };
  render(
    <ServicesContext.Provider value={services}>
      <App />
    </ServicesContext.Provider>,
    root,
  );
} catch (error) {
  render(<Fatal texts={texts} />, root);
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
