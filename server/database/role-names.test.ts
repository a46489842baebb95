import { expect, test } from 'vitest';
import { loginNames } from './logins.ts';
import { groupRoleNames, plainName, withRolePrefix } from './role-names.ts';

const NAMES = [
  'shop',
  'shop_2',
  'shop_auth',
  'shop__auth',
  'shop_',
  '_shop',
  'Shop',
  'auto-parts "south"',
  'Автодеталь',
  '2cars',
  'pg_shop',
  'a$$b',
  "o'neil",
  'a%sb',
  'x'.repeat(45),
  'x'.repeat(46),
  'ü'.repeat(31),
  'a-'.repeat(31),
  '',
];

test('a plain name stays, and others need no quotes, are short, and differ', () => {
  expect(plainName('shop')).toBe('shop');
  expect(plainName('shop_2')).toBe('shop_2');
  expect(plainName('Auto-Parts "South"')).toMatch(/^auto_parts_south_[0-9a-f]{8}$/);
  expect(plainName('2cars')).toMatch(/^shop_2cars_[0-9a-f]{8}$/);
  const plain = NAMES.map(plainName);
  expect(new Set(plain).size).toBe(NAMES.length);
  for (const name of plain) {
    expect(name).toMatch(/^(?!pg_)[a-z](?:_?[a-z0-9])*$/);
    for (const role of [...groupRoleNames(`${name}_99`), ...loginNames(name)])
      expect(Buffer.byteLength(role)).toBeLessThanOrEqual(63);
  }
});

test('no login has the name of a role of another shop', () => {
  const roles = NAMES.flatMap((name) => groupRoleNames(plainName(name)));
  const logins = NAMES.flatMap(loginNames);
  expect(new Set([...roles, ...logins]).size).toBe(roles.length + logins.length);
});

test.each([
  ['grant select on t to anon, service_role;', 'grant select on t to s__anon, s__service_role;'],
  ["current_setting('role') = 'authenticated'", "current_setting('role') = 's__authenticated'"],
  [`to "anon"`, `to "s__anon"`],
  ['anonymous unauthenticated anon_key t.anon anon$ new_anon service_role_x äanon', ''],
  ["'x-anon' 'anon-key'", ''],
])('%s', (given, expected) => {
  expect(withRolePrefix(given, 's')).toBe(expected || given);
});
