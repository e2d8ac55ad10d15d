/** How the page at `/` looks. */

export const VIEWER_STYLE = `
#databases { display: flex; flex-wrap: wrap; gap: .25rem; }
#databases a { padding: .1rem .6rem; border-radius: 99px; text-decoration: none; color: var(--text); }
#databases a[aria-current] { background: var(--accent); color: var(--panel); }
#status { color: var(--faint); font-size: .85rem; }
#status.failed { color: var(--red); }
.links { margin-left: auto; display: flex; gap: 1rem; font-size: .9rem; }
#tree, #tree > li { min-width: max-content; }
#tree, #tree ul { list-style: none; }
#tree ul { margin: 0; }
#tree {
  padding: .75rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  font: 14px/1.7 var(--mono); overflow-x: auto;
}
#tree ul { padding-left: 1.15rem; margin-left: .42rem; border-left: 1px solid var(--line); }
.row { display: flex; align-items: baseline; gap: .4rem; border-radius: 4px; white-space: pre; cursor: default; }
.row[aria-expanded], .more { cursor: pointer; }
.row:hover { background: color-mix(in srgb, var(--accent) 9%, transparent); }
.row:focus { outline: none; }
.row:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
.mark { flex: none; width: 1rem; color: var(--faint); }
[aria-expanded=false] > .mark::before { content: "▸"; }
[aria-expanded=true] > .mark::before { content: "▾"; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.key { color: var(--text); font-weight: 600; }
.text { color: var(--green); }
.number { color: var(--blue); }
.boolean { color: var(--accent); }
.nothing, .count { color: var(--faint); }
.more { padding-left: 1.4rem; color: var(--accent); }
@keyframes changed { from { background: color-mix(in srgb, var(--accent) 40%, transparent); } }
.changed { animation: changed 1.4s ease-out; }
@media (prefers-reduced-motion: reduce) { .changed { animation: none; } }
`;
