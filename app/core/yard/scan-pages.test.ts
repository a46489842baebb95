import { expect, test } from 'vitest';
import { mayScan } from './scan-pages.ts';

test('only the pages with a Scan button may use the camera', () => {
  const car = '/admin/vehicles/0b7cfa3e-3f52-4a59-9a2b-1a6f2f0b7c11';
  expect(['/admin/orders/pull', '/admin/vehicles/new', car].map(mayScan)).toEqual([true, true, true]);
  const others = [
    '/',
    '/admin/vehicles',
    '/admin/vehicles/reports',
    `${car}/parts`,
    `/x${car}`,
    '/admin/orders/pull/x',
  ];
  expect(others.filter(mayScan)).toEqual([]);
});
