/** Turns the content of an e-mail into text and HTML. The HTML is readable at 360 px and in dark mail clients. */

import type { TransitionKind } from "@greenhouse/domain/alerts/outbox";

/** All fields are plain text: not escaped, without line breaks. */
interface Letter {
  readonly language: string;
  readonly subject: string;
  readonly sections: readonly Section[];
  readonly action: Link & { readonly hint?: string };
  /** The farm and the time. */
  readonly from: string;
  readonly reason: string;
  readonly unsubscribe: Link;
}

export interface Section {
  readonly state?: TransitionKind;
  readonly title: string;
  readonly items: readonly Item[];
  readonly link?: Link;
}

/** An item of a list has a name. */
interface Item {
  readonly name?: string;
  readonly lines: readonly string[];
}

interface Link {
  readonly text: string;
  readonly url: string;
}

export function textOf(letter: Letter): string {
  const { sections, action, from, reason, unsubscribe } = letter;
  const linkOf = ({ text, url }: Link): string => `${text}:\n${url}`;
  const itemOf = ({ name, lines }: Item): readonly string[] =>
    name === undefined ? lines : [`- ${name}`, ...lines.map((line) => `  ${line}`)];
  const sectionOf = ({ title, items, link }: Section): string =>
    [title, ...items.flatMap(itemOf), ...(link ? [linkOf(link)] : [])].join("\n");
  const blocks = [
    from,
    ...sections.map(sectionOf),
    [linkOf(action), ...(action.hint ? [action.hint] : [])].join("\n"),
    `-- \n${reason}\n${linkOf(unsubscribe)}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The colour of the border beside a section, visible on white and on black. */
const COLOURS: Readonly<Record<TransitionKind, string>> = {
  raised: "#d3382c",
  reminded: "#d3382c",
  acknowledged: "#c77700",
  late: "#c77700",
  cleared: "#2e8b57",
};

/** For clients with dark mode. Other clients keep or invert the inline colours, which have enough contrast. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background-color:#161b18!important;color:#e3e9e5!important}.dim{color:#a3afa8!important}.link{color:#86d0a6!important}}`;

export function htmlOf(letter: Letter): string {
  const { language, subject, from, sections, action, reason, unsubscribe } = letter;
  const blocks = [
    `<p class="dim" style="${SMALL};margin-bottom:16px">${escape(from)}</p>`,
    ...sections.map(htmlOfSection),
    buttonOf(action),
    `<p class="dim" style="${SMALL}">${escape(reason)} ${anchorOf(unsubscribe)}</p>`,
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
<div style="max-width:600px;margin:0 auto">
${blocks.join("\n")}
</div>
</td></tr></table>
</body>
</html>
`;
}

const SMALL = "margin:0 0 8px;font-size:13px;color:#5b6860";
const DIM = "color:#5b6860;font-size:15px";

function htmlOfSection({ state, title, items, link }: Section): string {
  const colour = state === undefined ? "#5b6860" : COLOURS[state];
  const dim = (line: string): string => `<span class="dim" style="${DIM}">${escape(line)}</span>`;
  const parts = [
    ...items.map(({ name, lines }) => [
      ...(name === undefined ? [] : [escape(name)]),
      ...lines.map(dim),
    ]),
    ...(link ? [[anchorOf(link)]] : []),
  ].map((lines) => `<p style="margin:8px 0 0">${lines.join("<br>")}</p>`);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td style="border-left:4px solid ${colour};padding:2px 0 2px 12px">
<p style="margin:0;font-size:19px;line-height:1.3;font-weight:bold">${escape(title)}</p>
${parts.join("\n")}
</td></tr></table>`;
}

/** Outlook ignores the padding of a link. The cell's colour makes the link look like a button there, too. */
function buttonOf({ text, url, hint }: Letter["action"]): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr><td bgcolor="#1f6b43" style="background-color:#1f6b43;border-radius:8px;mso-padding-alt:12px 24px"><a href="${escape(url)}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none">${escape(text)}</a></td></tr></table>
${hint === undefined ? "" : `<p class="dim" style="${SMALL};margin-bottom:20px">${escape(hint)}</p>`}`;
}

function anchorOf({ text, url }: Link): string {
  return `<a class="link" href="${escape(url)}" style="color:#1f6b43">${escape(text)}</a>`;
}

function escape(text: string): string {
  return text.replace(/["&'<>]/gu, (character) => `&#${character.charCodeAt(0)};`);
}
