/** Imports of readings: `imports/<farmId>/<importId>`. */

/** The id of an import. Entries of history that it brought have the id in their field `import`. */
export const IMPORT_ID = "^[0-9a-z]{8,20}$";
