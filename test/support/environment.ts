/**
 * What the processes that tests start find in their environment, whatever the machine says: no proxy, which has no
 * business between this machine and itself (the Realtime Database's SDK follows no exception from one), and no colours
 * in what is compared.
 */

for (const name of Object.keys(process.env)) {
  if (/^(?:https?|all)_proxy$/i.test(name)) Reflect.deleteProperty(process.env, name);
}
process.env["FORCE_COLOR"] = "0";
