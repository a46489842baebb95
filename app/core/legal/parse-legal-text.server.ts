import MarkdownIt, { type Token } from 'markdown-it';
import { MAX_LEGAL_TEXT_LENGTH } from '#core/settings/legal-page.ts';
import type { Placeholders } from './placeholders.server.ts';
import type { RichText } from './ui/formatted-text.tsx';

/** HTML, pictures, code and quotations stay text. */
const allowed = ['heading', 'list', 'table', 'emphasis', 'link', 'autolink', 'newline', 'escape', 'entity'];

/** Matches secure addresses, mail addresses, phone numbers and paths of the shop, as the parser encodes them. */
const ALLOWED_LINK =
  /^(https:\/\/[\w-]+(\.[\w-]+)+([/?#]|$)|mailto:[^?]+$|tel:\+?[\d().-]+$|\/(?![/\\]|.*%7b))/i;

export interface ParsedText {
  text: RichText;
  /** Reasons why the text can't be published. */
  problems: string[];
}

/** Parses restricted Markdown (docs/legal-pages.md). */
export function parseLegalText(body: string, placeholders: Placeholders): ParsedText {
  if (body.trim() === '') return { text: [], problems: ['The text is empty.'] };
  if (body.length > MAX_LEGAL_TEXT_LENGTH) {
    const limit = MAX_LEGAL_TEXT_LENGTH.toLocaleString('en-US');
    return { text: [], problems: [`The text is too long: at most ${limit} characters are allowed.`] };
  }
  const problems = new Set<string>();
  const markdown = new MarkdownIt('zero').enable(allowed);
  markdown.validateLink = (href) => {
    const isAllowed = ALLOWED_LINK.test(href);
    if (!isAllowed) {
      problems.add(`The link "${href}" is not allowed. A link starts with https://, mailto:, tel: or /.`);
    }
    return isAllowed;
  };
  markdown.inline.ruler.push('placeholder', (state, silent) => {
    const pattern = /\{([^{}\n]*)\}/y;
    pattern.lastIndex = state.pos;
    const [source, name] = pattern.exec(state.src) ?? [];
    if (source === undefined || name === undefined) return false;
    const value = placeholders.get(name);
    if (!value) {
      if (!silent) problems.add(`The placeholder ${source} is unknown.`);
      return false;
    }
    state.pos += source.length;
    if (silent) return true;
    // Links can't be nested.
    const href = state.linkLevel > 0 ? undefined : value.href;
    if (href) state.push('link_open', 'a', 1).attrSet('href', href);
    state.push('text', '', 0).content = value.text;
    if (href) state.push('link_close', 'a', -1);
    return true;
  });
  return { text: toRichText(markdown.parse(body, {})), problems: [...problems] };
}

function toRichText(tokens: readonly Token[]): RichText {
  const text: RichText = [];
  const open = [text];
  for (const token of tokens) {
    const siblings = open.at(-1) ?? text;
    if (token.type === 'inline') siblings.push(...toRichText(token.children ?? []));
    else if (token.type === 'text') siblings.push(token.content);
    else if (token.type === 'softbreak') siblings.push(' ');
    else if (token.hidden) continue;
    else if (token.nesting === -1) open.pop();
    else {
      const children: RichText = [];
      const href = token.attrGet('href');
      const start = Number(token.attrGet('start') ?? 1);
      siblings.push({
        tag: toTag(token.tag, siblings),
        href: href === null ? undefined : String(href),
        start,
        children,
      });
      if (token.nesting === 1) open.push(children);
    }
  }
  return text;
}

/** The page has its own title, and the first cell of a table's row names the row. */
function toTag(tag: string, siblings: RichText): string {
  if (tag === 'h1') return 'h2';
  return tag === 'td' && siblings.length === 0 ? 'th' : tag;
}
