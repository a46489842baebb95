import pg from 'pg';
import pino from 'pino';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countParts, searchParts } from '#features/catalog/search/search-parts.server.ts';
import { searchCommand } from '#server/search/search-command.ts';
import { checkSearchNightly, foldSearchStock } from '#server/search/maintain-search.ts';
import { addParts } from '../support/parts.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Small, so that few parts fill many chunks. */
const ROOM = 100;

let database: TestDatabase;

async function createDatabase(): Promise<TestDatabase> {
  const created = await createTestDatabase();
  await created.owner.query(
    `create or replace function search_chunk_room() returns integer language sql immutable return ${ROOM}`,
  );
  return created;
}

beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(async () => {
  await database.owner.query('delete from parts_catalog');
  await database.owner.query('delete from alerts');
});
afterAll(() => database[Symbol.asyncDispose]());

/** Adds parts 'Pads 0000', 'Pads 0001', ... with a stock of 1, in one statement. */
async function addPads(client: Pick<pg.Client, 'query'>, from: number, to: number): Promise<void> {
  await client.query(
    `insert into parts_catalog (part_name, category, price, stock_quantity)
     select 'Pads ' || to_char(number, 'FM0000'), 'Brakes', 1, 1 from generate_series($1::int, $2::int) as number`,
    [from, to],
  );
}

async function connect({ ownerUrl } = database): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  // Waiting for a lock fails.
  await client.query("set lock_timeout = '2s'");
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

const sell = (client: Pick<pg.Client, 'query'>, name: string) =>
  client.query('update parts_catalog set stock_held = 1 where part_name = $1', [name]);

const check = async () =>
  (await database.owner.query('select check_search() as found')).rows.map((row) => row.found);

const count = (inStock: boolean) => countParts(database.pools.public, { q: 'pads', inStock });

describe('no other change of the catalog blocks a sale', () => {
  const changes: [string, string][] = [
    ['a deletion in its chunk', "delete from parts_catalog where part_name >= 'Pads 0020'"],
    ['a deletion of few parts', "delete from parts_catalog where part_name = 'Pads 0020'"],
    ['a load that divides its chunk', 'load'],
    [
      'a change of all other parts',
      "update parts_catalog set description = 'new' where part_name >= 'Pads 0020'",
    ],
    ['a new name', "update parts_catalog set part_name = 'Pads 0009x' where part_name = 'Pads 0020'"],
    ['the sale of the other parts', "update parts_catalog set stock_held = 1 where part_name >= 'Pads 0020'"],
  ];
  test.each(changes)('%s', async (_, statement) => {
    await addPads(database.owner, 0, 79);
    await using bulk = await connect();
    await using buyer = await connect();
    for (const [name, end] of [
      ['Pads 0001', 'rollback'],
      ['Pads 0002', 'commit'],
    ] as const) {
      await bulk.query('begin');
      if (statement === 'load') await addPads(bulk, 1_000, 1_400);
      else await bulk.query(statement);
      await sell(buyer, name);
      expect(await count(true)).toMatchObject({ inStockTotal: name === 'Pads 0001' ? 79 : 78 });
      await foldSearchStock(database.pools);
      await bulk.query(end);
      expect(await check()).toEqual([]);
      await foldSearchStock(database.pools);
      expect(await check()).toEqual([]);
    }
    const { rows } = await database.owner.query(
      'select count(*)::int as parts, (count(*) filter (where stock_quantity > stock_held))::int as in_stock from parts_catalog',
    );
    expect(await count(false)).toEqual({ total: rows[0].parts, inStockTotal: rows[0].in_stock });
    expect((await database.owner.query('select from search_stock_flips')).rowCount).toBe(0);
  });
});

test('each hundred changes of the stock add a job, for which no sale waits', async () => {
  await addPads(database.owner, 1_000, 1_299);
  const countJobs = async () => {
    const { rows } = await database.owner.query(
      "select count(*)::int as jobs from graphile_worker.jobs where task_identifier = 'fold-stock-flips'",
    );
    return rows[0].jobs as number;
  };
  const sellAll = (client: pg.Client, from: number, to: number) =>
    client.query('update parts_catalog set stock_held = 1 where part_name between $1 and $2', [
      `Pads ${from}`,
      `Pads ${to}`,
    ]);
  const before = await countJobs();
  await using first = await connect();
  await using second = await connect();
  await first.query('begin');
  await sellAll(first, 1000, 1099);
  await sellAll(second, 1100, 1199);
  await first.query('commit');
  expect(await countJobs()).toBe(before + 2);
  for (let number = 1_200; number < 1_300; number += 1) await sell(second, `Pads ${number}`);
  expect(await countJobs()).toBe(before + 3);
});

test('the index is correct after one change of prices, and of names and texts of some of the parts', async () => {
  await addPads(database.owner, 0, 149);
  await database.owner.query(`
    update parts_catalog set price = price * 40,
      part_name = case when part_name like '%1' then 'Rotor' else part_name end,
      description = case when part_name like '%2' then 'ceramic' else description end`);
  expect(await check()).toEqual([]);
  await database.owner.query('update parts_catalog set price = null');
  expect(await check()).toEqual([]);
});

describe('chunks that are nearly full', () => {
  async function readRooms({ owner }: TestDatabase): Promise<number[]> {
    const { rows } = await owner.query<{ used: number }>(
      'select slots_used as used from search_chunks order by first_name',
    );
    return rows.map(({ used }) => used);
  }

  test('are divided by the job, and not while others add to them', async () => {
    await using fresh = await createDatabase();
    await addPads(fresh.owner, 0, 59);
    await addPads(fresh.owner, 60, 80);
    await foldSearchStock(fresh.pools);
    expect(await readRooms(fresh)).toEqual([81]);
    await using other = await connect(fresh);
    await other.query('begin');
    await addPads(other, 81, 84);
    await foldSearchStock(fresh.pools);
    await other.query('commit');
    expect(await readRooms(fresh)).toEqual([85]);
    await foldSearchStock(fresh.pools);
    expect(await readRooms(fresh)).toEqual([62, 23]);
    expect((await fresh.owner.query('select check_search()')).rows).toEqual([]);
    expect(await countParts(fresh.pools.public, { q: 'pads', inStock: true })).toMatchObject({ total: 85 });
  });
});

test('the index is correct after concurrent changes of all kinds', async () => {
  await addPads(database.owner, 0, 299);
  const statements = [
    (round: number) =>
      `update parts_catalog set stock_held = 1 - stock_held where part_name like '%${round % 10}'`,
    (round: number) =>
      `update parts_catalog set description = 'of ${round}' where part_name like '%${round % 7}1'`,
    (round: number) =>
      `update parts_catalog set part_name = part_name || 'x' where part_name like '%${round}5'`,
    (round: number) => `delete from parts_catalog where part_name like '%${round}7%'`,
    (round: number) => `insert into parts_catalog (part_name, stock_quantity)
      select 'Pads ' || number || 'n${round}', 1 from generate_series(1, 40) as number`,
    () => 'select fold_search_stock()',
    () => 'select divide_fullest_chunk()',
    () => 'call rebuild_search()',
  ];
  await Promise.all(
    statements.map(async (statement) => {
      await using client = await connect();
      await client.query("set lock_timeout = '30s'");
      for (let round = 0; round < 10; round += 1) {
        // This update locks parts in any order, unlike sales and admins.
        await client.query(statement(round)).catch((error: { code?: string }) => {
          if (error.code !== '40P01') throw error;
        });
      }
    }),
  );
  expect(await check()).toEqual([]);
});

describe('rebuilding', () => {
  test('blocks no sale, and each search finds all parts', async () => {
    await addPads(database.owner, 0, 599);
    await database.owner.query("delete from search_bits where term like 'w=%'");
    expect((await check()).length).toBeGreaterThan(0);
    await database.owner.query('call rebuild_search()');
    const { rows: before } = await database.owner.query('select chunk from search_chunks order by chunk');
    await using buyer = await connect();
    await using blocker = await connect();
    // Locks a chunk to pause the rebuild.
    await blocker.query('begin');
    await blocker.query("delete from parts_catalog where part_name = 'Pads 0301'");
    const rebuilt = database.owner.query('call rebuild_search()');
    for (let sale = 0; sale < 20; sale += 1) {
      await sell(buyer, `Pads 0${String(sale * 25).padStart(3, '0')}`);
      const { parts } = await searchParts(database.pools.public, {
        filters: { q: 'pads' },
        sort: 'name',
        limit: 700,
      });
      expect(parts).toHaveLength(600);
      expect(await count(true)).toMatchObject({ inStockTotal: 599 - sale });
    }
    await blocker.query('commit');
    await rebuilt;
    expect(await check()).toEqual([]);
    const { rows: after } = await database.owner.query('select chunk from search_chunks order by chunk');
    expect(after[0].chunk).toBeGreaterThan(before.at(-1).chunk);
  });
});

describe('a check', () => {
  const damages: [string, string, RegExp][] = [
    [
      'a part without a slot',
      "delete from search_places where part_name = 'Pads 0003'",
      /part .*: has no place/,
    ],
    ['a deleted part', "delete from parts_catalog where part_name = 'Pads 0003'", /is not in the catalog/],
    [
      'another name',
      "update parts_catalog set part_name = 'Pads 0003b' where part_name = 'Pads 0003'",
      /another name/,
    ],
    [
      'another price',
      "update parts_catalog set price = 7 where part_name = 'Pads 0003'",
      /another name or price/,
    ],
    [
      'a word',
      "update parts_catalog set description = 'wheel' where part_name = 'Pads 0003'",
      /w=wheel: 1 parts differ/,
    ],
    ['a lost term', "delete from search_bits where term = 'w=pads'", /w=pads: \d+ parts differ/],
    [
      'an extra bit',
      "update search_bits set parts = ~parts where term = 'w=pads'",
      /w=pads: \d+ parts differ/,
    ],
    [
      'a deleted part that counts',
      "update search_bits set parts = ~parts where term = 'part'",
      /term part: \d+ parts/,
    ],
    [
      'stock',
      "update parts_catalog set stock_held = 1 where part_name = 'Pads 0003'",
      /term stock: 1 parts differ/,
    ],
    ['a lost string of stock', "delete from search_bits where term = 'stock'", /term stock/],
    ['a lost word', "delete from search_vocabulary where word = 'pads'", /w=pads: is not in the vocabulary/],
    ['a slot that is assigned twice', 'update search_chunks set slots_used = 1', /counts as free/],
    [
      'another choice',
      "update search_choices set trimmed = ~trimmed where term like 'category=%'",
      /category=\w+: differs from the choice/,
    ],
    ['another count', "update search_counts set parts[1] = 7 where term = 'part'", /its counts differ/],
    ['a missing chunk', 'delete from search_chunks where slots_used > 0', /is unknown|no chunk/],
  ];
  const damageParts = async (damage: string) => {
    await database.owner.query("set session_replication_role = 'replica'");
    await database.owner.query(damage);
    await database.owner.query('set session_replication_role = default');
  };

  test('finds each kind of difference', async () => {
    const { owner } = database;
    await addPads(owner, 0, 149);
    await foldSearchStock(database.pools);
    expect(await searchCommand(owner, ['check'])).toMatchObject({ ok: true });
    for (const [difference, damage, says] of damages) {
      await owner.query('begin');
      await damageParts(damage);
      const found = await searchCommand(owner, ['check']);
      await owner.query('rollback');
      expect([difference, found.ok]).toEqual([difference, false]);
      expect(found.lines.length).toBeLessThanOrEqual(101);
      expect(found.lines.join('\n')).toMatch(says);
    }
  });

  test('at night reports what a rebuild repairs', async () => {
    await addPads(database.owner, 0, 149);
    await foldSearchStock(database.pools);
    for (const [, damage] of damages) await damageParts(damage);
    const found = await searchCommand(database.owner, ['check']);
    await checkSearchNightly(database.pools, pino({ enabled: false }));
    const open = 'select kind, details from alerts where settled_at is null';
    expect((await database.owner.query(open)).rows).toEqual([
      {
        kind: 'search-out-of-date',
        details: {
          Differences: found.lines.length > 100 ? '100 or more' : String(found.lines.length),
          'For example': found.lines[0]?.slice(9),
        },
      },
    ]);

    expect(await searchCommand(database.owner, ['rebuild'])).toEqual({
      ok: true,
      lines: [expect.stringMatching(/^The search index agrees with the catalog: \d+ chunks\.$/)],
    });
    await checkSearchNightly(database.pools, pino({ enabled: false }));
    expect((await database.owner.query(open)).rows).toEqual([]);
  });

  test('reports no more than a hundred differences', async () => {
    await addPads(database.owner, 0, 999);
    await database.owner.query('delete from search_places');
    const { lines } = await searchCommand(database.owner, ['check']);
    expect(lines).toHaveLength(101);
    await database.owner.query('call rebuild_search()');
  });

  test('rejects unknown commands', async () => {
    for (const words of [[], ['mend'], ['check', 'all']]) {
      await expect(searchCommand(database.owner, words)).rejects.toThrow('npm run search -- check');
    }
  });
});

test('deleted parts disappear from lists, counts, and categories', async () => {
  await addPads(database.owner, 0, 249);
  await addParts(database.owner, [{ part_name: 'Door', category: 'Body' }]);
  await database.owner.query("delete from parts_catalog where part_name = 'Door'");
  await database.owner.query("delete from parts_catalog where part_name between 'Pads 0100' and 'Pads 0199'");
  expect(await count(false)).toEqual({ total: 150, inStockTotal: 150 });
  expect((await database.owner.query('select * from admin_categories()')).rows).toEqual([
    { name: 'Brakes', parts: '150' },
  ]);
  expect(await check()).toEqual([]);
});

test('letters and narrow ranges of prices are added to an index of an earlier version', async () => {
  const { owner } = database;
  await addParts(owner, [
    { part_name: 'Brake Pads', oem_number: '45022-TR3-A01', price: 40 },
    { part_name: 'Hood', oem_number: null, price: 1_234.5 },
    { part_name: 'Horn', price: null },
  ]);
  await owner.query(`
    -- The trigger of deletions expects whole chunks.
    set session_replication_role = replica;
    delete from search_bits where term like 'dollars=%' or term ~ '^n=[a-z]$';
    reset session_replication_role;
    -- Letters of numbers had terms before: each is in a piece of two characters.
    insert into search_bits (term, chunk, parts)
    select 'n=' || letter, chunk, bit_or(parts)
    from search_bits cross join string_to_table('abcdefghijklmnopqrstuvwxyz', null) as letter
    where term like 'n=__' and strpos(substr(term, 3), letter) > 0 group by letter, chunk`);
  expect(await check()).not.toEqual([]);
  const migration = await readFile(
    new URL('../../db/migrations/0070_search_letters_and_dollars.sql', import.meta.url),
    'utf8',
  );
  const inserts = migration.match(/^insert into public\.search_bits[^;]*;/gm) ?? [];
  expect(inserts).toHaveLength(2);
  for (const insert of inserts) await owner.query(insert);
  expect(await check()).toEqual([]);
});

test('the characters around spaces are added to an index of an earlier version', async () => {
  const { owner } = database;
  await addParts(owner, [
    { part_name: '16 Inch Wheel', description: 'Pulled from a 2010 Civic with 85,123 miles.' },
    { part_name: 'Roof 150', vehicle_model: '3 Series' },
    { part_name: 'Hood' },
  ]);
  await owner.query(`
    set session_replication_role = replica;
    delete from search_bits where term like 'b=%';
    reset session_replication_role`);
  expect(await check()).not.toEqual([]);
  const migration = await readFile(
    new URL('../../db/migrations/0081_search_phrases.sql', import.meta.url),
    'utf8',
  );
  const [insert = ''] = migration.match(/^insert into public\.search_bits[^;]*;/m) ?? [];
  await owner.query(insert);
  expect(await check()).toEqual([]);
});

test('the terms of words with few digits replace the pieces that an index of an earlier version has', async () => {
  const { owner } = database;
  await addParts(owner, [
    {
      part_name: '16-Inch Wheel',
      oem_number: '45022-TR3-A01',
      description: '12-month warranty, VIN 1HGCM82633A004352',
    },
    { part_name: 'Inch Gauge', oem_number: 'INC-12345', description: 'for 16-inch wheels' },
    { part_name: 'Hood' },
  ]);
  await owner.query(`
    set session_replication_role = replica;
    delete from search_bits where term = 'mixed' or term ~ '^w=.*[0-9]';
    delete from search_vocabulary where word ~ '[0-9]';
    reset session_replication_role;
    insert into search_bits (term, chunk, parts)
    select 'n=' || piece, places.chunk, bit_or(set_bit(0::bit(16384), places.slot, 1))
    from search_places as places join parts_catalog as parts on parts.id = places.part_id
    cross join search_words(search_text(
      parts.part_name, brand, oem_number, description, vehicle_make, vehicle_model)) as word
    cross join generate_series(1, length(word)) as place cross join generate_series(2, 3) as size
    cross join substr(word, place, size) as piece
    where word ~ '[0-9]' and length(piece) = size and piece !~ '[0-9]'
    group by piece, places.chunk on conflict (term, chunk) do update set parts = excluded.parts`);
  expect((await check()).length).toBeGreaterThan(5);
  const migration = await readFile(
    new URL('../../db/migrations/0082_search_mixed_words.sql', import.meta.url),
    'utf8',
  );
  const [, statements = ''] = migration.match(/^lock table[^;]*;(.*)^-- Searching\.$/ms) ?? [];
  await owner.query(`begin; ${statements}; commit`);
  expect(await check()).toEqual([]);
  const { rows } = await owner.query("select from search_bits where term = 'n=nch' and bit_count(parts) > 0");
  expect(rows).toEqual([]);
});
