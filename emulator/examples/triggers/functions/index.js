/**
 * A shop that keeps its books by itself: one function for each kind of event, of both generations. A function may get
 * its events in any order, and an event twice. So its result does not depend on the order, and `once` skips repeats.
 */

const { initializeApp } = require("firebase-admin/app");
const { getDatabase, ServerValue } = require("firebase-admin/database");
const v1 = require("firebase-functions/v1");
const {
  onValueCreated,
  onValueDeleted,
  onValueUpdated,
  onValueWritten,
} = require("firebase-functions/v2/database");

initializeApp();

const at = (path) => getDatabase().ref(path);

/** Acts unless the function has got this event before. `set` needs no `once`, because its result stays the same. */
async function once(functionName, eventId, act) {
  const mark = (time) => (time === null ? ServerValue.TIMESTAMP : undefined);
  const { committed } = await at(`handled/${functionName}/${eventId}`).transaction(mark);
  if (committed) await act();
}

// 2nd generation: the event has the writer, and params has the keys of the wildcards.

exports.greetOrder = onValueCreated("/orders/{order}", (event) =>
  at(`status/${event.params.order}`).set({
    text: `${event.data.child("customer").val()}, we have your order.`,
    orderedBy: event.authId ?? event.authType,
  }),
);

exports.countStock = onValueWritten("/orders/{order}/items/{item}", (event) => {
  const { before, after } = event.data;
  const taken = (after.val() ?? 0) - (before.val() ?? 0);
  return once("countStock", event.id, () =>
    at(`stock/${event.params.item}`).set(ServerValue.increment(-taken)),
  );
});

exports.followChanges = onValueUpdated("/orders/{order}", (event) => {
  const { before, after } = event.data;
  return once("followChanges", event.id, () =>
    at(`changes/${event.params.order}`).push({ from: before.val(), to: after.val() }),
  );
});

exports.archiveOrder = onValueDeleted("/orders/{order}", (event) =>
  at(`archive/${event.params.order}`).set(event.data.val()),
);

// 1st generation: the same four kinds.

const customer = v1.database.ref("/customers/{customer}");

const send = (functionName, { eventId, params }, letter) =>
  once(functionName, eventId, () => at(`letters/${params.customer}`).push(letter));

exports.welcomeCustomer = customer.onCreate((snapshot, context) =>
  send("welcomeCustomer", context, {
    text: `Welcome, ${snapshot.child("name").val()}!`,
    by: context.auth?.uid ?? context.authType,
  }),
);

exports.confirmChange = customer.onUpdate(({ before, after }, context) =>
  send("confirmChange", context, {
    text: `You were ${before.child("name").val()} and are ${after.child("name").val()}.`,
  }),
);

exports.sayGoodbye = customer.onDelete((snapshot, context) =>
  send("sayGoodbye", context, { text: `Goodbye, ${snapshot.child("name").val()}.` }),
);

exports.countVisits = v1.database
  .ref("/customers/{customer}/lastVisit")
  .onWrite((_change, { eventId, params }) =>
    once("countVisits", eventId, () =>
      at(`visits/${params.customer}`).set(ServerValue.increment(1)),
    ),
  );
