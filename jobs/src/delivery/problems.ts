/** Problems that every channel over the internet can have. */

import type { Problem } from "./outcome";

export const PROBLEMS = {
  addressInvalid: { en: "The address is not valid.", de: "Die Adresse ist ungültig." },
  notHttps: {
    en: "The address must begin with https://.",
    de: "Die Adresse muss mit https:// beginnen.",
  },
  holdsLogin: {
    en: "The address must not contain a user name or a password.",
    de: "Die Adresse darf weder Benutzernamen noch Passwort enthalten.",
  },
  privateAddress: {
    en: "The address leads into a private network. It must be on the public internet.",
    de: "Die Adresse führt in ein privates Netz. Sie muss aus dem Internet erreichbar sein.",
  },
  unknownName: {
    en: "The name in the address was not found.",
    de: "Der Name in der Adresse wurde nicht gefunden.",
  },
  noAnswer: {
    en: "The server did not answer in time.",
    de: "Der Server hat nicht rechtzeitig geantwortet.",
  },
  closed: { en: "The connection was closed.", de: "Die Verbindung wurde geschlossen." },
  /** The detail is an error code. */
  connectionFailed: {
    en: "The connection failed ({detail}).",
    de: "Die Verbindung ist gescheitert ({detail}).",
  },
  /** The detail is an error code. */
  certificate: {
    en: "The certificate of the address is not valid ({detail}).",
    de: "Das Zertifikat der Adresse ist ungültig ({detail}).",
  },
} as const satisfies Readonly<Record<string, Problem>>;
