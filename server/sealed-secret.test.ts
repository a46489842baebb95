import { expect, test } from 'vitest';
import { openSecret, type Sealing, sealSecret } from './sealed-secret.ts';

const sealing: Sealing = { secret: 'x'.repeat(40), label: 'partyard import source', owner: 'a row' };

test('a sealed text says its version, opens for its owner only, and as it was sealed before versions', () => {
  const sealed = sealSecret('a password', sealing);
  expect(sealed).toMatch(/^v1\.[\w-]{50,}$/);
  expect(openSecret(sealed, sealing)).toBe('a password');
  expect(openSecret(sealed.slice('v1.'.length), sealing)).toBe('a password');
  for (const other of [
    { owner: 'another row' },
    { secret: 'y'.repeat(40) },
    { label: 'partyard scraping key' as const },
  ])
    expect(openSecret(sealed, { ...sealing, ...other })).toBeUndefined();
  for (const text of ['', 'v1.', 'v2' + sealed.slice(2), `${sealed.slice(0, -1)}A`])
    expect(openSecret(text, sealing)).toBeUndefined();
});
