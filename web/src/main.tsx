/**
 * Starts the page: finds its project and its language, then shows the view at the address with cached values. Loads
 * Firebase's SDK in parallel.
 */

// Must be the first import: see data/connection/early-socket.ts.
import { openEarly } from "./data/connection/early-socket";
import { render } from "preact";
import type { VNode } from "preact";
import { findBackend } from "./data/connection/backend";
import { readValue, updateAll, Writes } from "./data/changes/writes";
import { ConnectionWatch } from "./data/connection/connection";
import { lastHeardAt, whenIdle } from "./data/connection/heard-socket";
import { loadSnapshot } from "./data/connection/known";
import { rememberedPerson } from "./data/connection/remembered";
import { keptToken, loadSession, tokensOf } from "./data/connection/session-loading";
import { createFormatter } from "./model/values/format";
import "./shared/controls/base.css";
import "./shared/controls/controls.css";
import "./shared/values/values.css";
import "./shared/controls/tables.css";
import "./frame.css";
import "./account/account.css";
import type { Texts } from "./text/en/page";
import { chooseTranslation } from "./text/language";
import { backgroundTask } from "./shared/hooks/background-task";
import { ServicesContext } from "./shared/hooks/page";
import { App, RETRY_AFTER_MS } from "./app";
import { preloadView } from "./views";

async function start(root: Element): Promise<void> {
  const remembered = rememberedPerson();
  const finding = Promise.all([findBackend(), remembered && loadSnapshot(remembered.uid)]);
  // Errors are handled below, at the `await`.
  finding.catch(() => undefined);
  const translation = chooseTranslation();
  const { language, locale, texts } = translation;
  document.documentElement.lang = language;
  document.title = texts.appName;
  const view = remembered && preloadView(location.pathname);
  try {
    await nextTask();
    // The first formatter takes 70 ms on a phone, so it is created while the SDK loads, in a separate task.
    const format = createFormatter(locale);
    const [backend, last] = await finding;
    if (remembered !== undefined) openEarly(backend);
    const kept = (): string | undefined =>
      remembered && keptToken(backend.options.apiKey, remembered.uid, Date.now());
    let confirm = (): void => undefined;
    const whenToConfirm = new Promise<void>((resolve) => (confirm = resolve));
    const connection = new ConnectionWatch(
      document,
      lastHeardAt,
      (): boolean =>
        writes.pending.peek().length > 0 || backgroundTask.peek()?.isRunning() === true,
    );
    if (last) connection.beginWith(last);
    const writes: Writes = new Writes(updateAll, readValue, connection);
    const services = {
      backend,
      connection,
      writes,
      ...translation,
      format,
    };
    render(
      <ServicesContext.Provider value={services}>
        <App remembered={remembered} whenToConfirm={whenToConfirm} />
      </ServicesContext.Provider>,
      root,
    );
    // On a phone, evaluating the SDK takes as long as everything before it.
    if (remembered === undefined || last !== undefined) {
      await view;
      await painted();
    }
    const isConfirmedLater = kept() !== undefined;
    if (isConfirmedLater) void whenIdle(RETRY_AFTER_MS).then(confirm);
    else confirm();
    const [{ startFirebase }] = await Promise.all([
      // oxlint-disable-next-line no-restricted-imports -- the SDK runs after the first view is rendered
      import("./data/connection/firebase"),
      isConfirmedLater ? undefined : loadSession(),
    ]);
    await startFirebase(backend, tokensOf(kept));
    // Preloads the view while the person types.
    if (remembered === undefined) await preloadView(location.pathname);
  } catch (error) {
    render(<Fatal texts={texts} />, root);
    throw new Error("the page could not start", { cause: error });
  }
}

/** Resolves once the rendered view is on the screen. */
async function painted(): Promise<void> {
  if (document.visibilityState !== "hidden") await new Promise(requestAnimationFrame);
  await nextTask();
}

/** Resolves after the tasks that are already queued. */
async function nextTask(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
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

const root = document.querySelector("#page");
if (root === null) throw new Error("the document has no #page");
// Not awaited, because views import from this bundle and would wait for it.
void start(root);
