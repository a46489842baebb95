import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** Text in backticks that starts with a folder of the repository. */
const repositoryPath = /`((?:app|server|db|tests|docs|public|bench)\/[^`\s]+)`/g;

test('every path in docs/spec-map.md exists', async () => {
  const map = await readFile(new URL('docs/spec-map.md', root), 'utf8');
  const paths = new Set([...map.matchAll(repositoryPath)].map(([, path = '']) => path));
  expect(paths).not.toEqual(new Set());
  expect([...paths].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
