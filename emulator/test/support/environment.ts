/**
 * The environment of processes that tests start, whatever the machine's own is: no proxy, because all connections stay
 * on this machine (and the Realtime Database's SDK knows no exceptions), and no colours in outputs that are compared.
 */

for (const name of Object.keys(process.env)) {
  if (/^(?:https?|all)_proxy$/i.test(name)) Reflect.deleteProperty(process.env, name);
}
process.env["FORCE_COLOR"] = "0";
