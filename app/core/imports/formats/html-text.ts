const blocks = new Set([
  'p',
  'div',
  'br',
  'li',
  'tr',
  'ul',
  'ol',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
]);
const unseen = new Set(['script', 'style', 'head', 'title', 'template']);

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  deg: '°',
  reg: '®',
  trade: '™',
  copy: '©',
  frac12: '½',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
};

/**
 * Returns the text of HTML: paragraphs and items of lists are lines, and scripts and styles are left out. One pass, so that hostile
 * text takes no longer than other text.
 */
export function htmlToText(html: string): string {
  if (!/<[a-z!/]|&[#a-z\d]+;/i.test(html)) return html.trim();
  let text = '';
  let hiddenUntil = '';
  let place = 0;
  while (place < html.length) {
    const open = html.indexOf('<', place);
    if (open >= 0 && !/[a-z/!?]/i.test(html[open + 1] ?? '')) {
      // This is a sign, such as in '< 50 miles'.
      if (hiddenUntil === '') text += html.slice(place, open + 1).replaceAll(/[\r\n]+/g, ' ');
      place = open + 1;
      continue;
    }
    const close = open < 0 ? -1 : html.indexOf('>', open);
    const end = close < 0 ? html.length : open;
    if (hiddenUntil === '') text += html.slice(place, end).replaceAll(/[\r\n]+/g, ' ');
    if (close < 0) break;
    const [, slash = '', name = ''] = /^(\/?)([a-z][a-z\d]*)/i.exec(html.slice(open + 1, open + 20)) ?? [];
    const tag = name.toLowerCase();
    if (hiddenUntil !== '') {
      if (slash && tag === hiddenUntil) hiddenUntil = '';
    } else if (unseen.has(tag) && !slash) hiddenUntil = tag;
    else if (blocks.has(tag)) text += tag === 'li' && !slash ? '\n- ' : '\n';
    place = close + 1;
  }
  return decode(text)
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .filter((line, index, lines) => line !== '' && line !== '-' && line !== lines[index - 1])
    .join('\n');
}

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z\d]{2,8}));/gi, (all, decimal, hex, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
      ? String.fromCodePoint(code)
      : '';
  });
}
