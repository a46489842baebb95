import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addParts } from '../support/parts.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let admin: string;
let staff: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  await shop.addUser({ email: 'stan@example.com', password: PASSWORD });
  await shop.database.owner.query(
    "insert into user_roles (user_id, role) select id, 'staff' from auth.users where email = 'stan@example.com'",
  );
  admin = await shop.signIn('ada@example.com', PASSWORD);
  staff = await shop.signIn('stan@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query(
    "delete from parts_catalog; delete from part_kinds where key in ('jacks', 'towing-hooks')",
  );
});

async function send(path: string, fields: Record<string, string>, cookie = admin) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  return { status: response.status, ...(await readOutcome(response)) };
}

const saveKind = (fields: Record<string, string>, cookie = admin) =>
  send('/admin/kinds', { intent: 'save', ...fields }, cookie);

async function readKind(key: string) {
  const { rows } = await shop.database.owner.query('select * from part_kinds where key = $1', [key]);
  return rows[0];
}

async function kindOf(name: string): Promise<string> {
  await shop.runJobs();
  const { rows } = await shop.database.owner.query('select kind from search_parts where part_name = $1', [
    name,
  ]);
  return rows[0]?.kind;
}

const jacks = {
  name: ' Jacks ',
  words: 'Car Lifter,  scissor   jack\nlifter, lifter',
  has_sides: 'true',
  positions: 'rear, front, top',
  category: ' Tools ',
  car_places: 'Rear Left,  rear right',
  only_for: 'sedan, 4WD',
  yard_code: ' 117 ',
};

describe('the screen of kinds', () => {
  test('a kind is added, changed and deleted, and its parts follow', async () => {
    await addParts(shop.database.owner, [{ part_name: 'Car Lifter, Front LH' }]);
    expect(await kindOf('Car Lifter, Front LH')).toBe('');
    expect(await saveKind(jacks)).toMatchObject({ status: 200, message: 'Kind added successfully' });
    const stored = {
      key: 'jacks',
      name: 'Jacks',
      words: ['car lifter', 'scissor jack', 'lifter'],
      has_sides: true,
      positions: ['front', 'rear'],
      category: 'Tools',
      car_places: ['rear left', 'rear right'],
      only_for: ['sedan', '4wd'],
      yard_code: '117',
    };
    expect(await readKind('jacks')).toEqual(stored);
    expect(await kindOf('Car Lifter, Front LH')).toBe('jacks:front,left');
    const page = await (await shop.request('/admin/kinds', { headers: { Cookie: admin } })).text();
    expect(page.replaceAll('<!-- -->', '')).toMatch(
      /Jacks<\/th>.*?car lifter, scissor jack, lifter<\/td>.*?front, rear, left, right<\/td>.*?117<\/td>.*?>1<\/td>/,
    );

    expect(await saveKind({ key: 'jacks', name: 'Car jacks', positions: '' })).toMatchObject({
      message: 'Kind updated successfully',
    });
    expect(await readKind('jacks')).toEqual({ ...stored, name: 'Car jacks', positions: [] });
    expect(await kindOf('Car Lifter, Front LH')).toBe('jacks:left');

    expect(await send('/admin/kinds', { intent: 'delete', key: 'jacks' })).toMatchObject({
      message: 'Kind deleted successfully',
    });
    expect(await kindOf('Car Lifter, Front LH')).toBe('');
    expect(await saveKind({ key: 'jacks', name: 'Jacks' })).toMatchObject({
      status: 400,
      message: 'Error saving kind: it has been deleted',
    });
    const { rows } = await shop.database.owner.query(
      "select action, details from audit_logs where resource_id = 'jacks' order by created_at",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'admin_add_part_kind',
      'admin_update_part_kind',
      'admin_delete_part_kind',
    ]);
    expect(rows[1].details.changed).toEqual(['name', 'positions']);
  });

  test.each<[Record<string, string>, Record<string, string>]>([
    [{ name: ' ' }, { name: 'Name is required' }],
    [
      { car_places: 'trunk' },
      { car_places: 'Write one, or at most 16 places such as front left, front right' },
    ],
    [{ only_for: 'sedan, boat' }, { only_for: expect.stringContaining('Only sedan, coupe') }],
    [{ name: '…' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(61) }, { name: 'At most 60 characters' }],
    [{ words: 'x'.repeat(2_001) }, { words: 'At most 50, of 2,000 characters' }],
    [
      { words: Array.from({ length: 51 }, (_, n) => `w${n}`).join() },
      { words: 'At most 50, of 2,000 characters' },
    ],
    [{ words: 'a\0b' }, { words: 'This contains an invalid character' }],
    [{ has_sides: 'maybe' }, { has_sides: 'Please choose Yes or No' }],
    [{ yard_code: 'x'.repeat(41) }, { yard_code: 'At most 40 characters' }],
  ])('%j is refused', async (fields, errors) => {
    expect(await saveKind({ ...jacks, ...fields })).toEqual({ status: 400, done: false, errors });
    expect(await readKind('jacks')).toBeUndefined();
  });

  test.each([{ name: 'Brake pads' }, { name: 'Brake  Pads!' }])('%j is there already', async (fields) => {
    expect(await saveKind(fields)).toMatchObject({
      status: 409,
      message: 'Error saving kind: a kind with this name already exists',
    });
  });

  test('two admins change one kind: merged by field, with a question about a shared field', async () => {
    await saveKind(jacks);
    const seen = JSON.stringify({
      name: 'Jacks',
      words: 'car lifter, scissor jack, lifter',
      has_sides: true,
      positions: 'front, rear',
      category: 'Tools',
      car_places: 'rear left, rear right',
      only_for: 'sedan, 4wd',
      yard_code: '117',
    });
    await shop.database.owner.query("update part_kinds set yard_code = '118' where key = 'jacks'");
    expect(await saveKind({ ...jacks, key: 'jacks', words: 'hoist', seen })).toMatchObject({ done: true });
    expect(await readKind('jacks')).toMatchObject({ words: ['hoist'], yard_code: '118' });
    expect(await saveKind({ key: 'jacks', yard_code: '119', seen })).toEqual({
      status: 409,
      done: false,
      conflicts: [{ field: 'yard_code', mine: '119', theirs: '118' }],
    });
  });

  test.each<Record<string, string>>([
    { intent: 'delete' },
    { intent: 'delete', key: 'Brake pads' },
    { intent: 'delete', key: '\0' },
    { intent: 'save', key: '../x', name: 'X' },
    { intent: 'save', name: 'X', seen: '{' },
    { intent: 'other' },
  ])('%j changes nothing', async (fields) => {
    const count = async () =>
      (await shop.database.owner.query('select count(*) from part_kinds')).rows[0].count;
    const before = await count();
    expect((await send('/admin/kinds', fields)).status).toBe(400);
    expect(await count()).toBe(before);
  });

  test('staff may not open it, nor change a kind', async () => {
    for (const cookie of [staff, '']) {
      const page = await shop.request('/admin/kinds', { headers: { Cookie: cookie } });
      expect(page.status).toBe(302);
      const body = new URLSearchParams({ intent: 'save', ...jacks });
      await shop.request('/admin/kinds', { method: 'POST', body, headers: { Cookie: cookie } });
    }
    expect(await readKind('jacks')).toBeUndefined();
  });
});

describe("a part's form", () => {
  const part = { intent: 'save', part_name: 'Frobnicator', category: 'General' };
  const readForm = async (id: string) =>
    (await shop.request(`/admin/part/${id}`, { headers: { Cookie: staff } })).json();

  test('has the kinds, and says which one the name means', async () => {
    const [id = ''] = await addParts(shop.database.owner, [{ part_name: 'Horn, left' }]);
    await shop.runJobs();
    const { kinds, part: stored } = await readForm(id);
    expect(kinds.ofName).toBe('horns');
    expect(kinds.all).toContainEqual({ key: 'brake-pads', name: 'Brake pads' });
    expect(stored.kind).toBeNull();
    expect((await readForm('new')).kinds.ofName).toBeNull();
  });

  test('chooses a kind, which stays, and gives it back to the name', async () => {
    expect(await send('/admin/part/new', { ...part, kind: 'brake-pads' }, staff)).toMatchObject({
      done: true,
    });
    expect(await kindOf('Frobnicator')).toBe('brake-pads');
    const { rows } = await shop.database.owner.query('select id from parts_catalog');
    const path = `/admin/part/${rows[0].id}`;
    const seen = JSON.stringify((await readForm(rows[0].id)).part);
    expect(await send(path, { ...part, part_name: 'Horn', seen }, staff)).toMatchObject({ done: true });
    expect(await kindOf('Horn')).toBe('brake-pads');
    const now = JSON.stringify((await readForm(rows[0].id)).part);
    expect(await send(path, { ...part, part_name: 'Horn', kind: '', seen: now }, staff)).toMatchObject({
      done: true,
    });
    expect(await kindOf('Horn')).toBe('horns');
  });

  test.each(['no-such-kind', '…'])('refuses the kind %s', async (kind) => {
    const { status, errors } = await send('/admin/part/new', { ...part, kind }, staff);
    expect(status).toBe(400);
    expect(errors).toEqual({ kind: expect.stringMatching(/kind/) });
  });
});
