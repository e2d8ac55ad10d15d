/** An e-mail's content, and how it becomes text and HTML that is readable at 360 px and in dark mail clients. */

import type { Describer } from "./describe";
import type { Alert } from "./message";

/** All fields are plain text: not escaped, and without line breaks. */
export interface Letter {
  readonly language: string;
  readonly subject: string;
  /** The farm and the time. */
  readonly from: string;
  readonly sections: readonly Section[];
  readonly action: Link & { readonly hint?: string };
  readonly why: string;
  readonly unsubscribe: Link;
}

export interface Section {
  readonly state?: Alert["state"];
  readonly title: string;
  readonly lines?: readonly string[];
  readonly items?: readonly Item[];
  readonly link?: Link;
}

interface Item {
  readonly name: string;
  readonly lines: readonly string[];
}

interface Link {
  readonly text: string;
  readonly url: string;
}

/** What every e-mail has at its end. */
export function footerOf(
  { texts, format, farmName }: Describer,
  at: number,
  unsubscribeUrl: string,
): Pick<Letter, "from" | "why" | "unsubscribe"> {
  return {
    from: `${farmName} · ${format.stamp(at)}`,
    why: texts.why,
    unsubscribe: { text: texts.unsubscribe, url: unsubscribeUrl },
  };
}

export function textOf(letter: Letter): string {
  const { from, sections, action, why, unsubscribe } = letter;
  const linkOf = ({ text, url }: Link): string => `${text}:\n${url}`;
  const sectionOf = ({ title, lines = [], items = [], link }: Section): string =>
    [
      ...[title, ...lines],
      ...items.flatMap((item) => [`- ${item.name}`, ...item.lines.map((line) => `  ${line}`)]),
      ...(link ? [linkOf(link)] : []),
    ].join("\n");
  const blocks = [
    ...sections.map(sectionOf),
    [linkOf(action), ...(action.hint ? [action.hint] : [])].join("\n"),
    from,
    `-- \n${why}\n${linkOf(unsubscribe)}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The colour of the border beside a section, visible on white and on black. */
const COLOURS: Readonly<Record<Alert["state"], string>> = {
  raised: "#d3382c",
  reminded: "#d3382c",
  acknowledged: "#c77700",
  cleared: "#2e8b57",
};

/** Used by clients that support dark mode; the others keep or invert the inline colours, which have enough contrast. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background-color:#161b18!important;color:#e3e9e5!important}.dim{color:#a3afa8!important}.link{color:#86d0a6!important}}`;

export function htmlOf(letter: Letter): string {
  const { language, subject, from, sections, action, why, unsubscribe } = letter;
  const blocks = [
    ...sections.map(htmlOfSection),
    buttonOf(action),
    `<p class="dim" style="${SMALL}">${escape(from)}</p>`,
    `<p class="dim" style="${SMALL}">${escape(why)} ${anchorOf(unsubscribe)}</p>`,
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#ffffff;color:#1d2721">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#ffffff;color:#1d2721"><tr><td style="padding:20px 16px;font:16px/1.45 -apple-system,'Segoe UI',Roboto,Arial,sans-serif;overflow-wrap:anywhere;word-break:break-word">
${blocks.join("\n")}
</td></tr></table>
</body>
</html>
`;
}

const SMALL = "margin:0 0 8px;font-size:13px;color:#5b6860";
const DIM = "color:#5b6860;font-size:15px";

function htmlOfSection({ state, title, lines = [], items = [], link }: Section): string {
  const colour = state === undefined ? "#5b6860" : COLOURS[state];
  const dim = (line: string): string => `<span class="dim" style="${DIM}">${escape(line)}</span>`;
  const itemOf = (item: Item): string =>
    `<p style="margin:10px 0 0">${[escape(item.name), ...item.lines.map(dim)].join("<br>")}</p>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td style="border-left:4px solid ${colour};padding:2px 0 2px 12px">
<p style="margin:0;font-size:19px;line-height:1.3;font-weight:bold">${escape(title)}</p>
${[
  ...(lines.length > 0 ? [`<p style="margin:4px 0 0">${lines.map(dim).join("<br>")}</p>`] : []),
  ...items.map(itemOf),
  ...(link ? [`<p style="margin:10px 0 0">${anchorOf(link)}</p>`] : []),
].join("\n")}
</td></tr></table>`;
}

/** Outlook ignores the padding of a link: the cell's colour shows it as a button there too. */
function buttonOf({ text, url, hint }: Letter["action"]): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr><td bgcolor="#1f6b43" style="background-color:#1f6b43;border-radius:8px;mso-padding-alt:12px 24px"><a href="${escape(url)}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none">${escape(text)}</a></td></tr></table>
${hint === undefined ? "" : `<p class="dim" style="${SMALL};margin-bottom:20px">${escape(hint)}</p>`}`;
}

function anchorOf({ text, url }: Link): string {
  return `<a class="link" href="${escape(url)}" style="color:#1f6b43">${escape(text)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escape(text: string): string {
  return text.replace(/["&'<>]/gu, (character) => ENTITIES[character] ?? "");
}
