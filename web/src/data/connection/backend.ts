/**
 * Finds the Firebase project. Hosting, or its emulator, serves the project's configuration. The emulator also lists the
 * other emulators. The page uses this list only for `demo-` projects, because real projects cannot have such a name.
 */

import type { FirebaseOptions } from "firebase/app";

const { VITE_FUNCTIONS_REGION: REGION, VITE_DEVICES_URL: DEVICES } = import.meta.env;

/** An account that the local stack added to the auth emulator. */
interface DemoPerson {
  readonly displayName: string;
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

export interface Backend {
  /** The options of the SDK. */
  readonly options: FirebaseOptions;
  /** Undefined in production. */
  readonly emulators: Emulators | undefined;
  /** For the requests of boards, without `/sensorData`. */
  readonly functionsUrl: string;
  /** Where people find devices/ of the repository; undefined if the operator has set no address (web/.env). */
  readonly devicesUrl: string | undefined;
  /** Undefined in production. */
  readonly demoPeople: readonly DemoPerson[] | undefined;
}

/** @throws Error if Hosting does not answer */
export async function findBackend(): Promise<Backend> {
  // index.html preloads it.
  const response = await askHosting("/__/firebase/init.json");
  const options = (await response.json()) as FirebaseOptions & { readonly projectId: string };
  const { projectId } = options;
  const isDemo = projectId.startsWith("demo-");
  const emulators = isDemo ? await findEmulators(projectId) : undefined;
  const people = isDemo ? response.headers.get("X-Demo-People") : null;
  return {
    options,
    emulators,
    functionsUrl: emulators?.functions ?? `https://${REGION}-${projectId}.cloudfunctions.net`,
    devicesUrl: DEVICES === "" ? undefined : DEVICES,
    demoPeople:
      people === null ? undefined : (JSON.parse(decodeURIComponent(people)) as DemoPerson[]),
  };
}

async function askHosting(path: string): Promise<Response> {
  const response = await fetch(path);
  if (response.ok) return response;
  throw new Error(`${path} answered ${response.status}`);
}

interface Emulators {
  readonly auth: string;
  /** Includes the instance: `http://127.0.0.1:9000?ns=demo-farm-default-rtdb`. */
  readonly database: string;
  readonly functions: string;
}

/**
 * Reads the addresses from the text of the script with which Firebase connects pages to emulators. The page's security
 * policy forbids running that script.
 */
async function findEmulators(projectId: string): Promise<Emulators> {
  const script = await (await askHosting("/__/firebase/init.js?useEmulator=true")).text();
  const [, json] = /firebaseEmulators = (\{[^;]*\});/.exec(script) ?? [];
  const found = JSON.parse(json ?? "{}") as EmulatorList;
  const urlOf = (name: keyof EmulatorList): string => {
    const emulator = found[name];
    if (emulator === undefined) {
      throw new Error(
        `The ${name} emulator is not running. Start it together with the Hosting emulator.`,
      );
    }
    return `http://${hostFor(emulator.host)}:${emulator.port}`;
  };
  return {
    auth: urlOf("auth"),
    // The stack loads the rules for this instance. init.json names another instance.
    database: `${urlOf("database")}?ns=${projectId}-default-rtdb`,
    functions: `${urlOf("functions")}/${projectId}/${REGION}`,
  };
}

type EmulatorList = Readonly<
  Partial<
    Record<"auth" | "database" | "functions", { readonly host: string; readonly port: number }>
  >
>;

/** Returns the host of the emulators. For a phone, they are on the host that served the page. */
function hostFor(host: string): string {
  return host === "127.0.0.1" && location.hostname !== "localhost" ? location.hostname : host;
}
