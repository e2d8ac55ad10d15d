/** A shop that keeps its books by itself: one function for each kind of event, of both generations. */

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
  return at(`stock/${event.params.item}`).set(ServerValue.increment(-taken));
});

exports.followChanges = onValueUpdated("/orders/{order}", (event) => {
  const { before, after } = event.data;
  return at(`changes/${event.params.order}`).push({ from: before.val(), to: after.val() });
});

exports.archiveOrder = onValueDeleted("/orders/{order}", (event) =>
  at(`archive/${event.params.order}`).set(event.data.val()),
);

// 1st generation: the same four kinds.

const customer = v1.database.ref("/customers/{customer}");

exports.welcomeCustomer = customer.onCreate((snapshot, { params, auth, authType }) =>
  at(`letters/${params.customer}`).push({
    text: `Welcome, ${snapshot.child("name").val()}!`,
    by: auth?.uid ?? authType,
  }),
);

exports.confirmChange = customer.onUpdate(({ before, after }, { params }) =>
  at(`letters/${params.customer}`).push({
    text: `You were ${before.child("name").val()} and are ${after.child("name").val()}.`,
  }),
);

exports.sayGoodbye = customer.onDelete((snapshot, { params }) =>
  at(`letters/${params.customer}`).push({ text: `Goodbye, ${snapshot.child("name").val()}.` }),
);

exports.countVisits = v1.database
  .ref("/customers/{customer}/lastVisit")
  .onWrite((_change, { params }) => at(`visits/${params.customer}`).set(ServerValue.increment(1)));
