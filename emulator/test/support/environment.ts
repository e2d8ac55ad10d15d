/**
 * Sets the environment of processes that tests start, independent of the machine's environment. There is no proxy: all
 * connections stay on this machine, and the Realtime Database's SDK does not support exceptions for hosts. There are no
 * colours, because tests compare outputs.
 */

for (const name of Object.keys(process.env)) {
  if (/^(?:https?|all)_proxy$/i.test(name)) Reflect.deleteProperty(process.env, name);
}
process.env["FORCE_COLOR"] = "0";
