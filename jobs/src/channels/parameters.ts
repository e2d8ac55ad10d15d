/** A secret with this value switches its channel off: the Firebase CLI stores no empty secrets. */
export const NO_CHANNEL = "none";
