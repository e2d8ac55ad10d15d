/**
 * Returns the help of a command: the comment at the top of its file. CommonJS, which every Node and
 * jest can load.
 */

const { readFileSync } = require("node:fs");
const path = require("node:path");

/** @param {string} command the name of a file in tools/dev/ @returns {string} */
exports.helpOf = (command) => {
  const text = readFileSync(path.join(__dirname, "..", `${command}.ts`), "utf8");
  const [, comment = ""] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(text) ?? [];
  return comment.replace(/^ \* ?/gm, "");
};
