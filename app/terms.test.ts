import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Texts of the specification that contain such a word. */
const specified = ['Payment must be received before dispatch.'];

/** Words that shoppers type, not words that the shop says. */
const typedWords = /\/search\/text\/(?:filler-words|part-synonyms|interpret-query|vehicle-nicknames)\.ts$/;

/** Letters to the DMV are mailed, unlike emails. */
const aboutLetters = /\/yard\/paper\//;

/** Texts of the specification, and of the protocol of sessions, that exclaim. */
const exclaimed = [
  'Message sent successfully!',
  'Part request submitted successfully!',
  'Request Submitted!',
  "You'll hear from us soon!",
  'Welcome back!',
  'Account Created!',
  'Payment Successful!',
  'Auth session missing!',
];

const sql = /^\s*(?:select|insert|update|delete|with|from|lock)\b/;

/** The texts of a source that a person may read, with their lines: JSX, sentences, and texts with a capital letter. */
function visibleTexts(path: string, source: string): { line: number; text: string }[] {
  const texts: { line: number; text: string }[] = [];
  const tagged = new Set<number>();
  function add(start: number, text: string) {
    const isText = /^[^a-z]*[A-Z]/.test(text) || text.trim().split(/\s+/).length > 3;
    if (!isText || sql.test(text)) return;
    texts.push({ line: source.slice(0, start).split('\n').length, text: text.replaceAll(/\s+/g, ' ') });
  }
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => quasi.quasis.forEach(({ start }) => tagged.add(start)),
    TemplateElement: ({ start, value }) => void (tagged.has(start) || add(start, value.cooked ?? value.raw)),
    JSXText: ({ start, value }) => add(start, value),
    Literal: ({ start, value }) => void (typeof value === 'string' && add(start, value)),
  }).visit(parseSync(path, source).program);
  return texts;
}

/** The last column of the table in docs/design.md. */
function unwantedWords(): string[] {
  const [, terms = ''] = read('docs/design.md').split('\n## Terms\n');
  const rows =
    terms
      .split('\n## ')[0]
      ?.match(/^\|.*\|$/gm)
      ?.slice(2) ?? [];
  return rows.flatMap((row) => row.split('|')[3]?.split(',') ?? []).map((word) => word.trim());
}

/** Lists the texts of which `findProblem` returns a problem, with their places. */
async function findTexts(findProblem: (text: string, path: string) => string | undefined): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob('{app,server/auth}/**/*.{ts,tsx}', { cwd: root })) {
    if (path.includes('.test.') || typedWords.test(path)) continue;
    for (const { line, text } of visibleTexts(path, read(path))) {
      const problem = findProblem(text, path);
      if (problem) found.push(`${path}:${line}: "${problem}" in "${text.trim().slice(0, 200)}"`);
    }
  }
  return found;
}

test('visible texts use the terms of docs/design.md', async () => {
  const words = unwantedWords();
  expect(words).toContain('catalogue');
  const unwanted = new RegExp(String.raw`(?<![\w-])(?:${words.join('|')})(?![\w-]|\.\w)`, 'i');
  const found = await findTexts((text, path) => {
    const letters = aboutLetters.test(path) ? text.replaceAll(/\bmail(?:s|ed)\b/gi, '') : text;
    const own = specified.reduce((rest, quoted) => rest.replace(quoted, ''), letters);
    return unwanted.exec(own)?.[0];
  });
  expect(found).toEqual([]);
}, 60_000);

test('visible texts exclaim only where the specification does, and write percent, times and quotes as docs/copy.md says', async () => {
  const found = await findTexts((text) => {
    const plain = text.replaceAll('&apos;', "'");
    const own = exclaimed.reduce((rest, quoted) => rest.replace(quoted, ''), plain);
    return /[a-z]!(?=\s|$)|(?:\d|^) %|\d ?[ap]\.?m\b|[‘’“”]/.exec(own)?.[0];
  });
  expect(found).toEqual([]);
}, 60_000);
