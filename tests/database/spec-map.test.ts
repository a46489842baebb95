import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** What stands in backticks and begins with one of the repository's folders. */
const repositoryPath = /`((?:app|server|db|tests|docs|public|bench)\/[^`\s]+)`/g;

test('every path that the map of the specification names exists', async () => {
  const map = await readFile(new URL('docs/spec-map.md', root), 'utf8');
  const paths = new Set([...map.matchAll(repositoryPath)].map(([, path = '']) => path));
  expect(paths).not.toEqual(new Set());
  expect([...paths].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
