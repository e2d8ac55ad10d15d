/** How the page at `/` looks. */

export const VIEWER_STYLE = `
#databases { display: flex; flex-wrap: wrap; gap: .25rem; }
#databases a { padding: .1rem .6rem; border-radius: 99px; text-decoration: none; color: var(--text); }
#databases a[aria-current] { background: var(--accent); color: var(--panel); }
#status { color: var(--faint); font-size: .85rem; }
#status.failed { color: var(--red); }
.links { margin-left: auto; display: flex; gap: 1rem; font-size: .9rem; }
#tree, #tree ul { list-style: none; margin: 0; }
#tree {
  padding: .75rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  font: 14px/1.7 var(--mono); overflow-x: auto;
}
#tree ul { padding-left: 1.15rem; margin-left: .42rem; border-left: 1px solid var(--line); }
.row { display: flex; align-items: baseline; gap: .4rem; border-radius: 4px; white-space: pre; }
.row:hover { background: color-mix(in srgb, var(--accent) 9%, transparent); }
.row button {
  flex: none; width: 1rem; padding: 0; border: 0; background: none; color: var(--faint); font: inherit; cursor: pointer;
}
.row button:focus-visible, .more:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.row .leaf { flex: none; width: 1rem; }
.key { color: var(--text); font-weight: 600; }
.text { color: var(--green); }
.number { color: var(--blue); }
.boolean { color: var(--accent); }
.nothing, .count { color: var(--faint); }
.more { margin: .2rem 0 .2rem 1.4rem; border: 1px solid var(--line); border-radius: 6px; padding: .1rem .6rem;
  background: none; color: var(--accent); font: inherit; cursor: pointer; }
@keyframes changed { from { background: color-mix(in srgb, var(--accent) 40%, transparent); } }
.changed { animation: changed 1.4s ease-out; }
@media (prefers-reduced-motion: reduce) { .changed { animation: none; } }
`;
