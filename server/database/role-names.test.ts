import { expect, test } from 'vitest';
import { loginNames } from './logins.ts';
import { groupRoleNames, unquotedName, withRolePrefix } from './role-names.ts';

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

test('a simple name stays, and others need no quotes, are short, and differ', () => {
  expect(unquotedName('shop')).toBe('shop');
  expect(unquotedName('shop_2')).toBe('shop_2');
  expect(unquotedName('Auto-Parts "South"')).toMatch(/^auto_parts_south_[0-9a-f]{8}$/);
  expect(unquotedName('2cars')).toMatch(/^shop_2cars_[0-9a-f]{8}$/);
  const names = NAMES.map(unquotedName);
  expect(new Set(names).size).toBe(NAMES.length);
  for (const name of names) {
    expect(name).toMatch(/^(?!pg_)[a-z](?:_?[a-z0-9])*$/);
    for (const role of [...groupRoleNames(`${name}_99`), ...loginNames(name)])
      expect(Buffer.byteLength(role)).toBeLessThanOrEqual(63);
  }
});

test('no login has the name of a role of another shop', () => {
  const roles = NAMES.flatMap((name) => groupRoleNames(unquotedName(name)));
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
