/** What the pages for people share: escaping, and colours for light and dark. */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as it may stand between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** JSON as it may stand inside a script element. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}

export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfaf7, #16181d);
  --panel: light-dark(#ffffff, #1d2027);
  --line: light-dark(#e3e0d8, #31353f);
  --text: light-dark(#22252b, #dfe2e8);
  --faint: light-dark(#666b76, #8b919d);
  --accent: light-dark(#b4500b, #f2a154);
  --green: light-dark(#1d7a46, #6cc88f);
  --blue: light-dark(#1f5fae, #82b4f2);
  --red: light-dark(#b3261e, #f28b82);
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
header {
  display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; align-items: baseline;
  padding: .8rem 1.25rem; border-bottom: 1px solid var(--line); background: var(--panel);
}
header h1 { margin: 0; font-size: 1rem; font-weight: 650; }
main { padding: 1.25rem; }
.faint { color: var(--faint); }
`;
