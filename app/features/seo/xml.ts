const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** What has to be escaped, and what no XML 1.0 document may hold, not even escaped. */
// oxlint-disable-next-line no-control-regex
const SPECIAL = /[&<>"'\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

/** Any text, to stand in an element or an attribute. */
export function xmlText(text: string): string {
  return text.toWellFormed().replace(SPECIAL, (sign) => escapes[sign] ?? '');
}

/** An element with nothing but a text; nothing at all without one. */
export function element(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${xmlText(text)}</${name}>`;
}
