import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const pages = ['README.md', 'SECURITY.md', ...globSync('docs/**/*.md', { cwd: ROOT })];
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

test.each(pages)('%s names only paths that exist', (page) => {
  const paths = find(read(page), /`((?:app|server|db|tests|docs|deploy|tools|bench|public)\/[^`\s]*)`/g);
  expect(paths.filter((path) => !isPattern(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});

test.each(pages)('%s links only to pages and headings that exist', (page) => {
  const links = find(withoutCode(read(page)), /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

test('docs/README.md links to each page, and docs/decisions/README.md to each decision', () => {
  for (const index of ['docs/README.md', 'docs/decisions/README.md']) {
    const folder = dirname(index);
    const links = find(read(index), /\]\(([^)\s]+)\)/g);
    const files = globSync('*.md', { cwd: join(ROOT, folder) }).filter((file) => file !== 'README.md');
    expect(files.filter((file) => !links.includes(file))).toEqual([]);
  }
});

function find(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** Such as app/shop/<room>/ and app/core/*.ts. */
function isPattern(path: string): boolean {
  return /[<*{…]/.test(path);
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[^]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, target))) return false;
  return heading === undefined || anchorsOf(read(target)).includes(heading);
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(text: string): string[] {
  const headings = find(text.replaceAll(/^```[^]*?^```$/gm, ''), /^#+ (.+)$/gm);
  return headings.map((heading) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
