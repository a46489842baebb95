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
  // The last character has bits that stand for nothing.
  const changed = `${sealed.slice(0, 10)}${sealed[10] === 'A' ? 'B' : 'A'}${sealed.slice(11)}`;
  for (const text of ['', 'v1.', 'v2' + sealed.slice(2), changed])
    expect(openSecret(text, sealing)).toBeUndefined();
});
