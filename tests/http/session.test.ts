import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

async function whoAmI(cookie?: string) {
  const response = await shop.request('/auth/v1/user', cookie === undefined ? {} : { headers: { cookie } });
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  return response.json();
}

test('a visitor is nobody', async () => {
  expect(await whoAmI()).toEqual({ user: null, isAdmin: false });
});

test('a user who signs in is known until they sign out', async () => {
  const id = await shop.addUser({ email: 'olga@example.com', password: 'a long password' });
  const cookie = await shop.signIn('olga@example.com', 'a long password');
  expect(await whoAmI(cookie)).toMatchObject({ user: { id, email: 'olga@example.com' }, isAdmin: false });

  const response = await shop.request('/api/auth/sign-out', {
    method: 'POST',
    headers: { cookie, 'Content-Type': 'application/json', Origin: 'http://shop.test' },
    body: '{}',
  });
  expect(response.status).toBe(200);
  expect(await whoAmI(cookie)).toEqual({ user: null, isAdmin: false });
});

test('an admin is known as one, until the role is taken away', async () => {
  const id = await shop.addUser({ email: 'ada@example.com', password: 'a long password', admin: true });
  const cookie = await shop.signIn('ada@example.com', 'a long password');
  expect(await whoAmI(cookie)).toMatchObject({ isAdmin: true });

  await shop.database.owner.query('delete from user_roles where user_id = $1', [id]);
  expect(await whoAmI(cookie)).toMatchObject({ user: { id }, isAdmin: false });
});

test('a forged cookie is nobody', async () => {
  await shop.addUser({ email: 'sam@example.com', password: 'a long password' });
  const cookie = await shop.signIn('sam@example.com', 'a long password');
  expect(
    await whoAmI(cookie.replace(/token=(.)/, (_, first) => `token=${first === 'a' ? 'b' : 'a'}`)),
  ).toMatchObject({
    user: null,
  });
});

test('a wrong password is refused, and nobody can sign up before addresses can be confirmed', async () => {
  await shop.addUser({ email: 'tim@example.com', password: 'a long password' });
  await expect(shop.signIn('tim@example.com', 'another password')).rejects.toThrow('401');
  const signUp = await shop.request('/api/auth/sign-up/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'http://shop.test' },
    body: JSON.stringify({ name: 'Eve', email: 'eve@example.com', password: 'a long password' }),
  });
  expect(signUp.status).toBe(400);
});

test('the cookie can be read by no script, and the password is kept as an argon2id hash', async () => {
  await shop.addUser({ email: 'una@example.com', password: 'a long password' });
  const response = await shop.request('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'http://shop.test' },
    body: JSON.stringify({ email: 'una@example.com', password: 'a long password' }),
  });
  for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/i);
  const { rows } = await shop.database.owner.query('select password from auth.accounts');
  for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$/);
});
