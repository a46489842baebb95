import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runPartChange } from '#core/imports/files/run-part-change.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import { encodeCursor } from '#core/platform/cursor.server.ts';
import { addParts } from '../support/parts.ts';
import { writeCursor } from '#core/platform/list-page.server.ts';
import { formAddress, readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for Ada';

let shop: TestShop;
let cookie: string;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  cookie = await shop.signIn('ada@example.com', PASSWORD);
});
afterAll(() => shop[Symbol.asyncDispose]());
beforeEach(async () => {
  await shop.database.owner.query(
    'delete from parts_catalog; delete from conditions; delete from deleted_parts; delete from part_changes',
  );
});

async function send(path: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(formAddress(path, fields), {
    method: 'POST',
    body,
    headers: { Cookie: cookie },
  });
  return { status: response.status, ...(await readOutcome(response)) };
}

async function read(path: string) {
  const response = await shop.request(path, { headers: { Cookie: cookie } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll('<!-- -->', '');
}

const start = (selection: Record<string, string>, change: Record<string, string>) =>
  send('/admin/bulk-changes', { intent: 'start', parts: '5000', ...selection, ...change });

const tenPercent = { kind: 'price', price_way: 'percent', price_value: '10' };

async function column(name: string, where = 'true'): Promise<unknown[]> {
  const { rows } = await shop.database.owner.query<{ value: unknown }>(
    `select ${name} as value from parts_catalog where ${where} order by part_name, id`,
  );
  return rows.map(({ value }) => value);
}

async function findChange() {
  const { rows } = await shop.database.owner.query(
    'select id, state, lines, done, undo_place, changed, refused, undone, error from part_changes order by created_at desc limit 1',
  );
  return rows[0] as { id: string; state: string };
}

async function undo() {
  const { id } = await findChange();
  const result = await send('/admin/bulk-changes', { intent: 'undo', id });
  await shop.runJobs();
  return result;
}

test('chosen parts, or all that a search and filters find', async () => {
  const ids = await addParts(shop.database.owner, [
    { part_name: 'Hood', category: 'Body', price: 100 },
    { part_name: 'Hood Latch', category: 'Body', price: 20 },
    { part_name: 'Pads', category: 'Brakes', price: 30 },
    { part_name: 'Wiper', category: 'Body', price: null },
  ]);
  expect(await start({ ids: `${ids[0]},${ids[3]}` }, tenPercent)).toMatchObject({
    status: 200,
    message: '2 parts: started',
  });
  await shop.runJobs();
  expect(await column('price')).toEqual(['110.00', '20.00', '30.00', null]);
  expect(await findChange()).toMatchObject({ state: 'ended', lines: 2, done: 2, changed: 1 });
  const { id } = await findChange();
  expect(await read(`/admin/import/${id}`)).toContain('It has no price');
  expect(await read('/admin/bulk-changes')).toContain('Prices +10%');

  await start({ all: 'q=hood&category=Body&stock=in' }, tenPercent);
  await shop.runJobs();
  expect(await column('price')).toEqual(['121.00', '22.00', '30.00', null]);

  await start({ all: 'price=none' }, { kind: 'price', price_way: 'to', price_value: '9.99' });
  await shop.runJobs();
  expect(await column('price')).toEqual(['121.00', '22.00', '30.00', '9.99']);
});

test('the page of a change has its parts by outcome, undoes it, and refuses what only a file has', async () => {
  const ids = await addParts(shop.database.owner, [
    { part_name: 'Hood', price: 100 },
    { part_name: 'Wiper', price: null },
  ]);
  await start({ ids: ids.join(',') }, tenPercent);
  await shop.runJobs();
  const { id } = await findChange();
  const address = `/admin/import/${id}`;
  expect(await read(address)).toMatch(/<h1[^>]*>Prices \+10%.*Hood.*Wiper/s);
  expect(await read(`${address}?show=changed`)).not.toContain('Wiper');
  expect(await read(`${address}?show=refused`)).toMatch(/Wiper.*Not changed.*It has no price/s);
  const csv = `/admin/part-import/${id}/refused.csv`;
  expect((await shop.request(csv, { headers: { Cookie: cookie } })).status).toBe(404);
  const zip = { name: 'a.zip', bytes: '1' };
  for (const intent of ['check', 'map', 'apply', 'discard', 'zip', 'read-again', 'name', 'correct'])
    expect(await send(address, { intent, mode: 'good', remedy: 'cents', ...zip })).toMatchObject({
      status: 400,
    });
  expect(await send(address, { intent: 'undo' })).toMatchObject({ done: true });
  await shop.runJobs();
  expect(await column('price')).toEqual(['100.00', null]);
  expect(await read(address)).toContain('1 part as before');
  expect(await send(address, { intent: 'reopen' })).toMatchObject({ status: 400 });
  expect(await read('/admin/trash?kind=imports')).not.toContain(id);
});

test('the list shows what the filters find', async () => {
  await addParts(shop.database.owner, [
    { part_name: 'Hood', category: 'Body', part_type: 'Good' },
    { part_name: 'Latch', category: 'Body', part_type: 'Poor', stock_quantity: 0 },
    { part_name: 'Pads', category: 'Brakes', part_type: 'Poor', price: null },
  ]);
  const names = async (query: string) =>
    ['Hood', 'Latch', 'Pads'].filter(
      (name) => page.includes(`Edit ${name}"`),
      (page = await read(`/admin?${query}`)),
    );
  let page = '';
  expect(await names('')).toEqual(['Hood', 'Latch', 'Pads']);
  expect(await names('category=Body')).toEqual(['Hood', 'Latch']);
  expect(await names('condition=Poor')).toEqual(['Latch', 'Pads']);
  expect(await names('stock=out')).toEqual(['Latch']);
  expect(await names('stock=in&condition=Poor')).toEqual(['Pads']);
  expect(await names('price=none')).toEqual(['Pads']);
  expect(await names('price=none&category=Body')).toEqual([]);
  expect(page).toContain('No part matches the search and all filters.');
});

test('a preview changes nothing and shows old and new values', async () => {
  const civic = { vehicle_make: 'Honda', vehicle_model: 'Civic', vehicle_year: 2014 };
  const [hood = ''] = await addParts(shop.database.owner, [{ part_name: 'Hood', price: 100, ...civic }]);
  const body = { ids: hood, ...tenPercent };
  expect(await send('/admin/bulk-changes', { intent: 'preview', ...body })).toMatchObject({
    done: true,
    preview: {
      parts: 1,
      examples: [
        {
          name: 'Hood',
          vehicle: '2014 Honda Civic',
          changes: [{ column: 'price', before: '$100.00', after: '$110.00' }],
        },
      ],
    },
  });
  expect(await column('price')).toEqual(['100.00']);
});

describe('undoing', () => {
  test('gives back what was not changed since', async () => {
    const { owner } = shop.database;
    const ids = await addParts(owner, [
      { part_name: 'Hood', price: 100 },
      { part_name: 'Latch', price: 20 },
      { part_name: 'Pads', price: 30 },
    ]);
    await start({ ids: ids.join(',') }, tenPercent);
    await shop.runJobs();
    await owner.query("update parts_catalog set price = 25 where part_name = 'Latch'");
    await owner.query("delete from parts_catalog where part_name = 'Pads'");
    expect(await undo()).toMatchObject({ done: true, message: 'Undoing: Prices +10%' });
    expect(await column('price')).toEqual(['100.00', '25.00']);
    expect(await findChange()).toMatchObject({ state: 'undone', changed: 3, undone: 1 });
    expect(await undo()).toMatchObject({ status: 400, done: false });
    expect(await read(`/admin/import/${(await findChange()).id}`)).toMatch(/Changed since.*Deleted since/);
  });

  test('stock keeps its sales', async () => {
    const { owner } = shop.database;
    const ids = await addParts(owner, [{ stock_quantity: 3 }]);
    await start({ ids: ids.join(',') }, { kind: 'stock', stock_way: 'to', stock_value: '10' });
    await shop.runJobs();
    await owner.query('update parts_catalog set stock_quantity = 9');
    await undo();
    expect(await column('stock_quantity')).toEqual([2]);
  });

  test('brings deleted parts back', async () => {
    const ids = await addParts(shop.database.owner, [{ part_name: 'Hood' }, { part_name: 'Pads' }]);
    await start({ ids: ids.join(',') }, { kind: 'delete' });
    await shop.runJobs();
    expect(await column('part_name')).toEqual([]);
    await undo();
    expect(await column('part_name')).toEqual(['Hood', 'Pads']);
    expect(await column('id')).toEqual(expect.arrayContaining(ids));
  });
});

test('a hidden part whose stock number another part has meanwhile stays hidden, with the reason', async () => {
  const [hood = ''] = await addParts(shop.database.owner, [{ part_name: 'Hood', stock_number: 'A-1' }]);
  await start({ ids: hood }, { kind: 'hide' });
  await shop.runJobs();
  await addParts(shop.database.owner, [{ part_name: 'Latch', stock_number: 'A-1' }]);
  await start({ ids: hood }, { kind: 'show' });
  await shop.runJobs();
  expect(await findChange()).toMatchObject({ state: 'ended', changed: 0, refused: 1 });
  expect(await column('part_name')).toEqual(['Latch']);
  expect(await read(`/admin/import/${(await findChange()).id}`)).toContain(
    'another part has its stock number',
  );
  await shop.database.owner.query('delete from hidden_parts');
});

test('a new condition grades a part again, and a warranty below the terms is skipped', async () => {
  const { owner } = shop.database;
  await addParts(owner, [
    { part_name: 'Alternator', part_type: 'New', mileage: 50_000, mileage_source: 'title' },
  ]);
  await start({ all: '' }, { kind: 'condition', part_type: 'Good' });
  await shop.runJobs();
  expect(await column('grade')).toEqual(['A']);
  await start({ all: '' }, { kind: 'warranty', warranty: '1 day' });
  await shop.runJobs();
  expect(await column('warranty')).toEqual([null]);
  await undo();
  expect(await findChange()).toMatchObject({ changed: 0 });
});

describe('many parts', () => {
  beforeEach(async () => {
    await shop.database.owner.query(
      `insert into parts_catalog (part_name, category, price, stock_quantity)
       select 'Part ' || lpad(n::text, 4, '0'), 'Bolts', 10, 1 from generate_series(1, 1201) as n`,
    );
  });

  /** Ends the process, as far as the job can see, before its nth transaction. */
  function dyingBefore(step: number): Database {
    const { pools } = shop.database;
    let left = step;
    return {
      ...pools,
      as: async (identity, work) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return pools.as(identity, work);
      },
    };
  }

  test('a job that dies between any two steps changes each part once', async () => {
    await start({ all: 'q=part' }, tenPercent);
    const { id: changeId } = await findChange();
    for (const step of [1, 2, 2]) {
      const run = runPartChange({
        siteUrl: 'http://localhost',
        database: dyingBefore(step),
        changeId,
        isLastAttempt: false,
      });
      await expect(run).rejects.toThrow('killed');
    }
    expect(await findChange()).toMatchObject({ state: 'applying', done: 1000, changed: 1000 });
    await shop.runJobs();
    expect(await findChange()).toMatchObject({ state: 'ended', lines: 1201, done: 1201, changed: 1201 });
    expect(new Set(await column('price'))).toEqual(new Set(['11.00']));

    await send('/admin/bulk-changes', { intent: 'undo', id: changeId });
    await expect(
      runPartChange({
        siteUrl: 'http://localhost',
        database: dyingBefore(2),
        changeId,
        isLastAttempt: false,
      }),
    ).rejects.toThrow('killed');
    expect(await findChange()).toMatchObject({ state: 'undoing', undo_place: 701, undone: 500 });
    await shop.runJobs();
    expect(await findChange()).toMatchObject({ state: 'undone', undo_place: 0, undone: 1201 });
    expect(new Set(await column('price'))).toEqual(new Set(['10.00']));
  });

  test('a job that an earlier version has queued makes it', async () => {
    await start({ all: '' }, tenPercent);
    const { id: changeId } = await findChange();
    const helpers = { job: { id: '1', attempts: 1, max_attempts: 25 } };
    await shop.tasks['run-bulk-change']?.({ changeId }, helpers as never);
    expect(await findChange()).toMatchObject({ state: 'ended', changed: 1201 });
  });

  test('one that is stopped can be undone', async () => {
    await start({ all: '' }, tenPercent);
    const { id: changeId } = await findChange();
    const run = runPartChange({
      siteUrl: 'http://localhost',
      database: dyingBefore(2),
      changeId,
      isLastAttempt: false,
    });
    await expect(run).rejects.toThrow('killed');
    expect(await send('/admin/bulk-changes', { intent: 'stop', id: changeId })).toMatchObject({ done: true });
    await shop.runJobs();
    expect(await findChange()).toMatchObject({ state: 'ended', done: 500, changed: 500 });
    await undo();
    expect(new Set(await column('price'))).toEqual(new Set(['10.00']));
  });

  test('a person who is no longer an admin changes nothing more', async () => {
    const { owner } = shop.database;
    await shop.addUser({ email: 'eve@example.com', password: PASSWORD, admin: true });
    const eve = await shop.signIn('eve@example.com', PASSWORD);
    const body = new FormData();
    const fields = { intent: 'start', all: '', parts: '1201', ...tenPercent };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    await shop.request('/admin/bulk-changes.data', { method: 'POST', body, headers: { Cookie: eve } });
    const { id: changeId } = await findChange();
    const run = runPartChange({
      siteUrl: 'http://localhost',
      database: dyingBefore(2),
      changeId,
      isLastAttempt: false,
    });
    await expect(run).rejects.toThrow('killed');
    await owner.query(
      "delete from user_roles where user_id = (select id from auth.users where email = 'eve@example.com')",
    );
    await shop.runJobs();
    expect(await findChange()).toMatchObject({
      state: 'ended',
      changed: 500,
      error: 'The person who started it is no longer an admin.',
    });
    expect(await column('price', 'price <> 10')).toHaveLength(500);
  });

  test('one that is undone as soon as it has ended is undone', async () => {
    await start({ all: '' }, tenPercent);
    const { id: changeId } = await findChange();
    const { pools } = shop.database;
    let isUndoing = false;
    const startUndo = async () => {
      if (isUndoing) return;
      isUndoing = true;
      await send('/admin/bulk-changes', { intent: 'undo', id: changeId });
    };
    const database: Database = {
      ...pools,
      as: async (identity, work) => {
        // After the last step.
        if ((await findChange()).state === 'ended') await startUndo();
        return pools.as(identity, work);
      },
    };
    await runPartChange({ siteUrl: 'http://localhost', database, changeId, isLastAttempt: false });
    await startUndo();
    await shop.runJobs();
    expect(await findChange()).toMatchObject({ state: 'undone', undone: 1201, error: null });
  });

  test('more parts than the admin has seen are not changed', async () => {
    expect(await start({ all: '', parts: '1200' }, tenPercent)).toEqual({
      status: 400,
      done: false,
      message: 'Error changing parts: there are 1201 parts now; please check the list again',
    });
    expect(await findChange()).toBeUndefined();
  });

  test('a category is renamed with all its parts, and merged', async () => {
    const { owner } = shop.database;
    await addParts(owner, [{ part_name: 'Nut', category: 'Nuts' }]);
    expect(
      await send('/admin/categories', { intent: 'rename', name: 'Bolts', new_name: ' Nuts ' }),
    ).toMatchObject({
      done: true,
      message: '1,201 parts will be in "Nuts" in a moment.',
    });
    await shop.runJobs();
    expect(await read('/admin/categories')).toMatch(/Nuts.*1,202 parts/s);
    expect(await read('/admin/categories')).not.toContain('Bolts');
    await undo();
    expect(await column('part_name', "category = 'Nuts'")).toEqual(['Nut']);
  });
});

describe('conditions', () => {
  const good = { name: 'Good', color_class: 'bg-yellow-100 text-yellow-800', sort_order: '2' };

  async function conditionId(name: string) {
    const { rows } = await shop.database.owner.query('select id from conditions where name = $1', [name]);
    return (rows[0] as { id: string }).id;
  }

  test('parts follow a new name, and only those that have it', async () => {
    await addParts(shop.database.owner, [
      { part_name: 'Hood', part_type: 'Good' },
      { part_name: 'Latch', part_type: null },
    ]);
    await send('/admin/conditions', { ...good, intent: 'save', id: 'new' });
    expect(
      await send('/admin/conditions', {
        ...good,
        name: 'Fine',
        intent: 'save',
        id: await conditionId('Good'),
      }),
    ).toMatchObject({ done: true, note: '1 part will be Fine in a moment.' });
    await shop.runJobs();
    expect(await column('part_type')).toEqual(['Fine', null]);
  });

  test('parts of a deleted one keep its name, or become another', async () => {
    await addParts(shop.database.owner, [{ part_name: 'Hood', part_type: 'Good' }]);
    await send('/admin/conditions', { ...good, intent: 'save', id: 'new' });
    await send('/admin/conditions', { ...good, name: 'Poor', intent: 'save', id: 'new' });
    const remove = async (name: string, fields: Record<string, string>) =>
      send('/admin/conditions', { ...fields, intent: 'delete', id: await conditionId(name) });
    expect(await remove('Good', { move_to: 'Gold' })).toMatchObject({
      status: 400,
      message: 'Error deleting condition: there is no condition Gold',
    });
    expect(await remove('Good', { move_to: 'Good' })).toMatchObject({ status: 400 });
    expect(await remove('Good', { move_to: 'Poor' })).toMatchObject({ done: true });
    await shop.runJobs();
    expect(await column('part_type')).toEqual(['Poor']);
    expect(await remove('Poor', {})).toMatchObject({ done: true });
    expect(await column('part_type')).toEqual(['Poor']);
  });
});

test.each([
  [
    '/admin/bulk-changes',
    `insert into part_changes (kind, mode, change, summary, state, ended_at, created_at)
     select 'bulk', 'good', '{"kind": "hide"}', 'Entry ' || n, 'ended', now(), now() - (n / 10) * interval '1 minute'
     from generate_series(1, 60) as n`,
  ],
  [
    '/admin/import',
    `insert into part_changes (file_name, supplier, file_bytes, state, mode, ended_at, created_at)
     select 'Entry ' || n, 'Acme', 1, 'ended', 'good', now(), now() - (n / 10) * interval '1 minute'
     from generate_series(1, 60) as n`,
  ],
])('%s is paged in both directions, without repeating an entry', async (path, insert) => {
  await shop.database.owner.query(insert);
  const open = async (address: string) => {
    const page = await read(address);
    const link = (way: string) => new RegExp(`href="(${path}\\?${way}=[^"]*)"`).exec(page)?.[1] ?? '';
    const entries = [...page.matchAll(/>(Entry \d+)</g)].map(([, entry]) => entry);
    return { entries, next: link('after'), previous: link('before') };
  };
  const first = await open(path);
  expect([first.entries.length, first.previous]).toEqual([25, '']);
  const second = await open(first.next);
  const third = await open(second.next);
  expect(third.next).toBe('');
  expect(new Set([...first.entries, ...second.entries, ...third.entries]).size).toBe(60);
  expect((await open(third.previous)).entries).toEqual(second.entries);
  expect((await open(second.previous)).entries).toEqual(first.entries);
  await shop.database.owner.query('delete from part_changes');
});

describe('the trash', () => {
  test('an address with a time that no part has shows no error', async () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const after = encodeCursor({ name: '', number: '9'.repeat(40), id });
    expect(await read(`/admin/trash?after=${after}`)).toContain('Trash');
    for (const cursor of [after, writeCursor(['9'.repeat(16), id]), writeCursor(['x', id])])
      expect(await read(`/admin/bulk-changes?after=${cursor}`)).toContain('Bulk changes');
  });

  test('one part, and all that were deleted together', async () => {
    const [hood = ''] = await addParts(shop.database.owner, [
      { part_name: 'Hood', category: 'Body' },
      { part_name: 'Pads', category: 'Brakes' },
      { part_name: 'Rotor', category: 'Brakes' },
    ]);
    expect(await read('/admin/trash')).toContain('The trash is empty');
    await send(`/admin/part/${hood}`, { intent: 'delete' });
    await send('/admin/categories', { intent: 'delete', name: 'Brakes', parts: '2' });
    const page = await read('/admin/trash');
    expect(page.indexOf('Hood')).toBeGreaterThan(page.indexOf('Rotor'));
    expect(page).toContain('Restore all 2 parts deleted then');

    expect(await send('/admin/trash', { intent: 'restore-part', id: hood })).toMatchObject({
      done: true,
      message: 'Part restored',
    });
    expect(await column('part_name')).toEqual(['Hood']);
    expect(await send('/admin/trash', { intent: 'restore-part', id: hood })).toMatchObject({ status: 400 });
    const { rows } = await shop.database.owner.query(
      'select distinct (extract(epoch from deleted_at) * 1000000)::bigint::text as at from deleted_parts',
    );
    await send('/admin/trash', { intent: 'restore-parts', at: (rows[0] as { at: string }).at });
    await shop.runJobs();
    expect(await column('part_name')).toEqual(['Hood', 'Pads', 'Rotor']);
    expect(await read('/admin/trash')).toContain('The trash is empty');
  });

  test('a part whose stock number another one has now stays there', async () => {
    const [hood = ''] = await addParts(shop.database.owner, [{ part_name: 'Hood', stock_number: 'A-1' }]);
    await send(`/admin/part/${hood}`, { intent: 'delete' });
    await addParts(shop.database.owner, [{ part_name: 'Latch', stock_number: 'A1' }]);
    expect(await send('/admin/trash', { intent: 'restore-part', id: hood })).toMatchObject({
      status: 400,
      message: 'Error restoring the part: it already exists, or another part has its stock number',
    });
  });
});

describe('the trash of conditions', () => {
  const restore = (condition: string) => send('/admin/trash', { intent: 'restore-condition', id: condition });
  const deleteCondition = async (name: string, moveTo = '') => {
    const { rows } = await shop.database.owner.query<{ id: string }>(
      `select id from conditions where name = '${name}'`,
    );
    const id = rows[0]?.id ?? '';
    await send('/admin/conditions', { intent: 'delete', id, ...(moveTo && { move_to: moveTo }) });
    return id;
  };

  beforeEach(async () => {
    await shop.database.owner.query(`
      delete from deleted_conditions;
      insert into conditions (name, color_class, sort_order) values
        ('Scuffed', 'bg-red-100 text-red-800', 7), ('Worn', 'bg-gray-100 text-gray-800', 8)`);
  });

  test('one is back with its parts that were not changed since', async () => {
    await addParts(shop.database.owner, [
      { part_name: 'Hood', part_type: 'Scuffed' },
      { part_name: 'Latch', part_type: 'Scuffed' },
      { part_name: 'Pads', part_type: 'Worn' },
    ]);
    const id = await deleteCondition('Scuffed', 'Worn');
    expect(await restore(id)).toMatchObject({
      status: 400,
      message:
        'Error restoring the condition: its parts are still being changed. Please try again in a moment',
    });
    await shop.runJobs();
    const page = await read('/admin/trash?kind=conditions');
    expect(page).toContain('2 parts became Worn');
    expect(page).toContain(' by ada@example.com');
    await shop.database.owner.query("update parts_catalog set part_type = 'Good' where part_name = 'Latch'");

    expect(await restore(id)).toMatchObject({
      done: true,
      message:
        'Condition restored. 2 parts will be Scuffed again in a moment, unless they were changed again.',
    });
    await shop.runJobs();
    expect(await column('part_type')).toEqual(['Scuffed', 'Good', 'Worn']);
    const { rows } = await shop.database.owner.query("select * from conditions where name = 'Scuffed'");
    expect(rows).toMatchObject([{ color_class: 'bg-red-100 text-red-800', sort_order: 7 }]);
    expect(await read('/admin/trash?kind=conditions')).toContain('No deleted conditions');
    expect(await restore(id)).toMatchObject({ status: 400 });
  });

  test('a name that another condition has now is refused, and after 30 days it is gone', async () => {
    const id = await deleteCondition('Scuffed');
    expect(await read('/admin/trash?kind=conditions')).toContain('Its parts kept this condition');
    await shop.database.owner.query(
      "insert into conditions (name, color_class, sort_order) values ('Scuffed', 'bg-gray-100 text-gray-800', 1)",
    );
    expect(await restore(id)).toMatchObject({
      status: 400,
      message: 'Error restoring the condition: there is a condition Scuffed',
    });
    const left = async () => {
      await shop.database.owner.query('select clean_up_catalog()');
      return (await shop.database.owner.query('select from deleted_conditions')).rowCount;
    };
    expect(await left()).toBe(1);
    await shop.database.owner.query("update deleted_conditions set deleted_at = now() - interval '31 days'");
    expect(await left()).toBe(0);
  });
});

test('the changes of a deleted account stay with its name, and a running one ends', async () => {
  const { owner } = shop.database;
  const bob = await shop.addUser({ email: 'bob@example.com', password: PASSWORD, admin: true });
  await owner.query(`
    insert into part_changes (user_id, kind, mode, state, change, summary)
    values ('${bob}', 'bulk', 'good', 'applying', '{"kind": "delete"}', 'Deleted by Bob')`);
  await owner.query(`
    insert into part_changes (user_id, supplier, file_name, file_bytes, state, mode)
    values ('${bob}', 'Acme', 'bob.csv', 1, 'applying', 'good')`);
  await owner.query(`select auth.forget_person('${bob}')`);
  await shop.runJobs();
  const page = await read('/admin/bulk-changes');
  expect(page).toContain(' by bob@example.com');
  expect(page).toContain('The person who started it is no longer an admin.');
  expect(await read('/admin/import')).toContain(' by bob@example.com');
  await owner.query('delete from part_changes');
});

test.each([
  ['/admin/bulk-changes', { intent: 'start', ...tenPercent, parts: '1' }],
  ['/admin/bulk-changes', { intent: 'start', ...tenPercent, ids: 'x', parts: '1' }],
  ['/admin/bulk-changes', { intent: 'start', ...tenPercent, all: '' }],
  [
    '/admin/bulk-changes',
    { intent: 'start', all: '', parts: '1', kind: 'price', price_way: 'percent', price_value: 'x' },
  ],
  ['/admin/bulk-changes', { intent: 'preview', kind: 'delete' }],
  ['/admin/bulk-changes', { intent: 'undo', id: '00000000-0000-4000-8000-00000000000a' }],
  ['/admin/bulk-changes', { intent: 'stop', id: '00000000-0000-4000-8000-00000000000a' }],
  ['/admin/bulk-changes', { intent: 'x', id: '00000000-0000-4000-8000-00000000000a' }],
  ['/admin/trash', { intent: '' }],
  ['/admin/trash', { intent: 'restore-part', id: 'x' }],
  ['/admin/trash', { intent: 'restore-condition', id: 'x' }],
  ['/admin/trash', { intent: 'restore-condition', id: '00000000-0000-4000-8000-00000000000a' }],
  ['/admin/trash', { intent: 'restore-part', id: '00000000-0000-4000-8000-00000000000a' }],
  ['/admin/categories', { intent: 'rename', name: 'Ghosts', new_name: 'X' }],
  ['/admin/categories', { intent: 'rename', name: 'Ghosts', new_name: '' }],
  ['/admin/categories', { intent: 'rename', name: 'Ghosts' }],
])('%s %j is refused', async (path, fields) => {
  await addParts(shop.database.owner, [{}]);
  expect(await send(path, fields as Record<string, string>)).toMatchObject({ status: 400, done: false });
  expect(await findChange()).toBeUndefined();
});
