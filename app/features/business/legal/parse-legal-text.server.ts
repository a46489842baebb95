import MarkdownIt, { type Token } from 'markdown-it';
import { MAX_LEGAL_TEXT_LENGTH } from '#domain/legal-page.ts';
import type { RichBlock, RichInline, RichText, TextProblem } from '#domain/rich-text.ts';
import { findLinkProblem } from './find-link-problem.ts';
import { type Placeholders, placeholderText } from './placeholders.server.ts';

export interface ParsedText {
  /** Without what is refused. */
  text: RichText;
  problems: TextProblem[];
}

const MAX_PROBLEMS = 20;
const MAX_LIST_DEPTH = 3;
const MAX_INLINE_DEPTH = 5;

// HTML, pictures and code are parsed, so that they can be refused with a reason. The parser leaves out what is nested
// deeper than 100 levels; the limits above refuse such a text.
const markdown = new MarkdownIt({ html: true }).disable('reference');
markdown.validateLink = () => true;

const HTML = 'HTML is not allowed. Write \\< for the character <.';

const refusals: Readonly<Record<string, string>> = {
  html_block: HTML,
  html_inline: HTML,
  image: 'Pictures are not allowed.',
  fence: 'Code is not allowed.',
  code_inline: 'Code is not allowed: remove the backticks.',
  code_block: 'A line may not start with four or more spaces.',
  blockquote_open: 'Quotations are not allowed. Write \\> for the character > at the start of a line.',
  hr: 'Horizontal rules are not allowed.',
  s_open: 'Struck-through text is not allowed.',
};

/** Parses restricted Markdown: sections, paragraphs, lists, tables, bold, italic, links and placeholders. */
export function parseLegalText(source: string, placeholders: Placeholders): ParsedText {
  const body = normalizeLineEnds(source);
  const problem = findProblemOfWhole(body);
  if (problem) return { text: [], problems: [problem] };
  const found: Findings = { placeholders, line: 1, problems: [] };
  const text = readSections(nest(markdown.parse(body, {})), found);
  return { text, problems: found.problems.slice(0, MAX_PROBLEMS) };
}

/** Browsers send forms with CRLF. */
export function normalizeLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

function findProblemOfWhole(body: string): TextProblem | undefined {
  if (body.length > MAX_LEGAL_TEXT_LENGTH) {
    const limit = MAX_LEGAL_TEXT_LENGTH.toLocaleString('en-US');
    return { line: null, message: `The text is too long: at most ${limit} characters are allowed.` };
  }
  if (body.trim() === '') return { line: null, message: 'The text is empty.' };
  const control = body.search(/(?![\n\t])\p{Cc}/u);
  if (control === -1) return undefined;
  return { line: body.slice(0, control).split('\n').length, message: 'A control character is not allowed.' };
}

interface Findings {
  placeholders: Placeholders;
  /** The line that is read. */
  line: number;
  problems: TextProblem[];
}

function refuse({ line, problems }: Findings, message: string): void {
  if (!problems.some((problem) => problem.line === line && problem.message === message)) {
    problems.push({ line, message });
  }
}

interface Node {
  token: Token;
  children: Node[];
}

function nest(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open = [root];
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    const node = { token, children: nest(token.children ?? []) };
    open.at(-1)?.push(node);
    if (token.nesting === 1) open.push(node.children);
  }
  return root;
}

function readSections(nodes: readonly Node[], found: Findings): RichText {
  const sections: RichText = [];
  for (const node of nodes) {
    if (node.token.tag === 'h2') {
      sections.push({ title: readHeading(node, found), blocks: [] });
      continue;
    }
    if (sections.length === 0) sections.push({ title: null, blocks: [] });
    const section = sections.at(-1);
    if (node.token.tag === 'h3' && section?.title === null) {
      enter(node, found);
      refuse(found, 'A heading of level 3 (###) needs one of level 2 (##) before it.');
    }
    section?.blocks.push(...readBlock(node, found, 0));
  }
  return sections;
}

function enter({ token }: Node, found: Findings): void {
  if (token.map) found.line = token.map[0] + 1;
}

function readHeading(node: Node, found: Findings): RichInline[] {
  enter(node, found);
  const content = readInlines(node.children, found);
  if (!hasText(content)) refuse(found, 'A heading needs text.');
  return content;
}

function readBlock(node: Node, found: Findings, listDepth: number): RichBlock[] {
  const { token, children } = node;
  enter(node, found);
  switch (token.type) {
    case 'paragraph_open':
      return [{ kind: token.hidden ? 'line' : 'paragraph', content: readInlines(children, found) }];
    case 'heading_open':
      if (listDepth > 0) refuse(found, 'A heading is not allowed in a list.');
      else if (token.tag === 'h3') return [{ kind: 'heading', content: readHeading(node, found) }];
      else refuse(found, 'Only headings of level 2 (##) and level 3 (###) are allowed.');
      return [];
    case 'bullet_list_open':
    case 'ordered_list_open':
      return readList(node, found, listDepth + 1);
    case 'table_open':
      if (listDepth > 0) refuse(found, 'A table is not allowed in a list.');
      return [readTable(node, found)];
    default:
      refuse(found, refusals[token.type] ?? 'This is not allowed.');
      return [];
  }
}

function readList({ token, children }: Node, found: Findings, depth: number): RichBlock[] {
  if (depth > MAX_LIST_DEPTH) {
    refuse(found, `Lists can be nested ${MAX_LIST_DEPTH} deep only.`);
    return [];
  }
  const items = children.map((item) => item.children.flatMap((child) => readBlock(child, found, depth)));
  const start = Number(token.attrGet('start') ?? 1);
  return [{ kind: 'list', ordered: token.type === 'ordered_list_open', start, items }];
}

/** A table without column titles is a list of terms. */
function readTable({ children }: Node, found: Findings): RichBlock {
  const [head = [], ...rows] = children
    .flatMap((part) => part.children)
    .map((row) => {
      enter(row, found);
      return row.children.map((cell) => readInlines(cell.children, found));
    });
  if (head.some(hasText)) return { kind: 'table', head, rows };
  return { kind: 'terms', terms: rows.map(([term = [], value = [], ...notes]) => ({ term, value, notes })) };
}

function readInlines(nodes: readonly Node[], found: Findings, depth = 0, linked = false): RichInline[] {
  const joined: RichInline[] = [];
  for (const inline of nodes.flatMap((node) => readInline(node, found, depth, linked))) {
    const before = joined.at(-1);
    if (typeof inline === 'string' && typeof before === 'string') joined[joined.length - 1] = before + inline;
    else joined.push(inline);
  }
  return joined;
}

function readInline(node: Node, found: Findings, depth: number, linked: boolean): RichInline[] {
  const { token, children } = node;
  enter(node, found);
  if (depth > MAX_INLINE_DEPTH) {
    refuse(found, 'Bold and italic text is nested too deep.');
    return [];
  }
  switch (token.type) {
    case 'inline':
      return readInlines(children, found, depth, linked);
    case 'text':
      return fillPlaceholders(token.content, found, linked);
    case 'softbreak':
      found.line += 1;
      return [' '];
    case 'hardbreak':
      found.line += 1;
      return [{ kind: 'break' }];
    case 'strong_open':
    case 'em_open': {
      const kind = token.type === 'em_open' ? 'emphasis' : 'strong';
      return [{ kind, content: readInlines(children, found, depth + 1, linked) }];
    }
    case 'link_open':
      return readLink(node, found, depth);
    default:
      refuse(found, refusals[token.type] ?? 'This is not allowed.');
      return [];
  }
}

function readLink({ token, children }: Node, found: Findings, depth: number): RichInline[] {
  const href = String(token.attrGet('href'));
  const problem = findLinkProblem(href);
  const content = readInlines(children, found, depth + 1, true);
  if (problem) refuse(found, problem);
  else if (!hasText(content)) refuse(found, 'A link needs text.');
  return problem ? content : [{ kind: 'link', href, content }];
}

/** A placeholder in a link is text only, because links can't be nested. */
function fillPlaceholders(text: string, found: Findings, linked: boolean): RichInline[] {
  return text
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (!/^\{.*\}$/.test(piece)) return piece;
      const value = found.placeholders.get(piece.slice(1, -1));
      if (value === undefined) refuse(found, `The placeholder ${piece} is unknown.`);
      return value === undefined ? piece : linked ? placeholderText(value) : value;
    });
}

function hasText(content: readonly RichInline[]): boolean {
  return content.some((inline) => {
    if (typeof inline === 'string') return inline.trim() !== '';
    return 'content' in inline && hasText(inline.content);
  });
}
