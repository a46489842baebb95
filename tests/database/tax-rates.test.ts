import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readTaxRateFile } from '#core/pricing/read-tax-rate-file.server.ts';
import { taxRatesCommand } from '#server/settings/tax-rates-command.ts';
import { StartError } from '#server/start-error.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const HEADER =
  'state,zip,state_rate,county,county_rate,city,city_rate,district_1,district_1_rate,combined_rate,check';
const SAN_DIEGO = 'CA,92101,6%,San Diego County,1.25%,,,San Diego Transit,0.5%,7.75%,ok';
const CHULA_VISTA =
  'CA,91910,0.06,San Diego County,0.0125,Chula Vista,0.01,San Diego Transit,0.005,0.0875,check';

const file = (...lines: string[]) => [HEADER, ...lines].join('\n');

async function* streamed(text: string | Uint8Array, chunk = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunk) yield bytes.subarray(start, start + chunk);
}

const problemsOf = async (text: string | Uint8Array, chunk?: number) => {
  const read = await readTaxRateFile(streamed(text, chunk));
  return 'problems' in read ? read.problems.map(({ line, message }) => [line, message]) : [];
};

describe('a file', () => {
  test('has rates as percentages and as shares', async () => {
    expect(await readTaxRateFile(streamed(`\uFEFF${file(SAN_DIEGO, '', CHULA_VISTA)}\r\n`))).toEqual({
      rows: [
        {
          state: 'CA',
          zip: '92101',
          stateRate: 0.06,
          county: 'San Diego County',
          countyRate: 0.0125,
          city: null,
          cityRate: 0,
          districts: [{ name: 'San Diego Transit', rate: 0.005 }],
          needsCheck: false,
        },
        {
          state: 'CA',
          zip: '91910',
          stateRate: 0.06,
          county: 'San Diego County',
          countyRate: 0.0125,
          city: 'Chula Vista',
          cityRate: 0.01,
          districts: [{ name: 'San Diego Transit', rate: 0.005 }],
          needsCheck: true,
        },
      ],
    });
  });

  const changed = (from: string, to: string) => file(SAN_DIEGO.replace(from, to));

  test.each([
    ['nothing', '', [[null, 'The file has no rates']]],
    ['a header only', HEADER, [[null, 'The file has no rates']]],
    [
      'other columns',
      `${HEADER.replace('check', 'checked')},zip`,
      [
        [1, 'The column check is missing'],
        [1, 'The column checked is unknown'],
        [1, 'The column zip is repeated'],
      ],
    ],
    ['another state', changed('CA', 'XX'), [[2, 'state must be a two-letter state, such as CA']]],
    ['a short ZIP code', changed('92101', '9210'), [[2, 'zip must have five digits']]],
    ['a ZIP+4 code', changed('92101', '92101-1234'), [[2, 'zip must have five digits']]],
    [
      'a percentage without its sign',
      changed('1.25%', '1.25'),
      [[2, 'county_rate must be a rate from 0 to 0.2, such as 0.0725 or 7.25%']],
    ],
    [
      'a negative rate',
      changed('6%', '-6%'),
      [[2, 'state_rate must be a rate from 0 to 0.2, such as 0.0725 or 7.25%']],
    ],
    [
      'seven decimals',
      changed('1.25%', '0.0125001'),
      [[2, 'county_rate must be a rate from 0 to 0.2, such as 0.0725 or 7.25%']],
    ],
    [
      'a missing rate',
      changed('6%', ''),
      [[2, 'state_rate must be a rate from 0 to 0.2, such as 0.0725 or 7.25%']],
    ],
    [
      'a sum that differs',
      changed('7.75%', '7.76%'),
      [[2, 'combined_rate is 0.0776, but the rates add up to 0.0775']],
    ],
    [
      'a rate without a name',
      changed('San Diego Transit', ''),
      [[2, 'district_1 is missing, but it has a rate']],
    ],
    [
      'no county',
      changed('San Diego County', ''),
      [
        [2, 'county is missing, but it has a rate'],
        [2, 'county is missing'],
      ],
    ],
    ["no 'check'", changed(',ok', ','), [[2, "check must be 'check' or 'ok'"]]],
    ["another 'check'", changed(',ok', ',maybe'), [[2, "check must be 'check' or 'ok'"]]],
    [
      'a ZIP code twice',
      file(SAN_DIEGO, CHULA_VISTA, SAN_DIEGO),
      [[4, 'The ZIP code 92101 of CA is also on line 2']],
    ],
    [
      'two rates of a state',
      file(SAN_DIEGO, CHULA_VISTA.replace('0.06,', '0.07,').replace('0.0875', '0.0975')),
      [[3, 'state_rate differs from 0.06 on line 2, of the same state']],
    ],
    [
      'a line that is too short',
      file(SAN_DIEGO, 'CA,92102'),
      [[3, 'This is not valid CSV: Invalid Record Length: columns length is 11, got 2 on line 3']],
    ],
    [
      'an open quote',
      file(SAN_DIEGO.replace('San Diego County', '"San Diego County')),
      [[2, expect.stringMatching(/^This is not valid CSV: Quote Not Closed/)]],
    ],
    [
      'a cell of several lines',
      changed('San Diego County', '"San\nDiego"'),
      [[3, 'county must be one line of UTF-8 text']],
    ],
    [
      'a long name',
      changed('San Diego County', 'x'.repeat(81)),
      [[2, 'county must be at most 80 characters']],
    ],
    [
      'a long line',
      changed('San Diego County', 'x'.repeat(20_000)),
      [[2, expect.stringContaining('This is not valid CSV: Max Record Size')]],
    ],
  ])('with %s is refused with the line', async (_, text, problems) => {
    expect(await problemsOf(text)).toEqual(problems);
  });

  test('of another encoding is refused', async () => {
    const latin = Buffer.from(changed('San Diego County', 'Doña Ana County'), 'latin1');
    expect(await problemsOf(latin)).toEqual([[2, 'county must be one line of UTF-8 text']]);
  });

  test('names at most 20 problems, and ends reading with them', async () => {
    let read = 0;
    async function* endless() {
      yield Buffer.from(`${HEADER}\n`);
      for (; read < 10_000_000; read += 1) yield Buffer.from('x,x,x,x,x,x,x,x,x,x,x\n');
    }
    const result = await readTaxRateFile(endless());
    expect('problems' in result && result.problems).toHaveLength(20);
    expect(read).toBeLessThan(20_000);
  });

  test('of more than 8 MB is refused while it is read', async () => {
    const line = Buffer.from(`${','.repeat(1_000)}\n`);
    async function* large() {
      yield Buffer.from(`${HEADER}\n`);
      for (let count = 0; count < 10_000; count += 1) yield Buffer.alloc(1_001, '\n');
      yield line;
    }
    expect(await readTaxRateFile(large())).toEqual({
      problems: [{ line: null, message: 'The file is too large: at most 60,000 rates and 8 MB' }],
    });
  });
});

describe('npm run tax-rates', () => {
  let database: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'partyard-rates-'));
  });
  afterAll(async () => {
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => database.owner.query('truncate tax_rates, tax_rate_imports'));

  async function run(text: string, ...options: string[]) {
    const path = join(folder, 'rates.csv');
    await writeFile(path, text);
    return taxRatesCommand(database.owner, ['import', path, ...options]);
  }
  const stored = async () => (await database.owner.query('select * from tax_rates order by zip')).rows;
  const imports = async () =>
    (await database.owner.query('select version, source, rows, imported_by from tax_rate_imports order by 1'))
      .rows;

  test('replaces all rates, and keeps who imported what', async () => {
    expect(await run(file(SAN_DIEGO, CHULA_VISTA))).toEqual({
      lines: ["Tax rates imported as version 1. ZIP codes: 2, marked 'check': 1."],
      ok: true,
    });
    await run(file(CHULA_VISTA));
    expect(await stored()).toEqual([
      {
        state: 'CA',
        zip: '91910',
        state_rate: '0.060000',
        county: 'San Diego County',
        county_rate: '0.012500',
        city: 'Chula Vista',
        city_rate: '0.010000',
        districts: [{ name: 'San Diego Transit', rate: 0.005 }],
        needs_check: true,
      },
    ]);
    expect(await imports()).toEqual([
      { version: 1, source: 'rates.csv', rows: 2, imported_by: null },
      { version: 2, source: 'rates.csv', rows: 1, imported_by: null },
    ]);
    const { rows } = await database.owner.query(
      "select details from audit_logs where action = 'admin_import_tax_rates' order by created_at",
    );
    expect(rows.map(({ details }) => details.version)).toEqual([1, 2]);
  });

  test('changes nothing with a problem in the file', async () => {
    await run(file(SAN_DIEGO));
    expect(await run(file(CHULA_VISTA, SAN_DIEGO.replace(',ok', ',')))).toEqual({
      lines: ["Line 3: check must be 'check' or 'ok'.", 'Nothing was imported. The earlier rates stay.'],
      ok: false,
    });
    expect((await stored()).map(({ zip }) => zip)).toEqual(['92101']);
    expect(await imports()).toHaveLength(1);
  });

  test('changes nothing if the database fails in the middle', async () => {
    await run(file(SAN_DIEGO));
    await database.owner.query("alter table tax_rates add constraint no_chula check (zip <> '91910')");
    await expect(run(file(CHULA_VISTA))).rejects.toMatchObject({ code: '23514' });
    await database.owner.query('alter table tax_rates drop constraint no_chula');
    expect((await stored()).map(({ zip }) => zip)).toEqual(['92101']);
    expect(await imports()).toHaveLength(1);
  });

  test('only checks with --dry-run', async () => {
    expect(await run(file(SAN_DIEGO), '--dry-run')).toEqual({
      lines: ["The file is valid. ZIP codes: 1, marked 'check': 0."],
      ok: true,
    });
    expect(await imports()).toEqual([]);
  });

  test('shows the earlier rates until it has ended, and refuses a second import meanwhile', async () => {
    await run(file(SAN_DIEGO));
    const other = new pg.Client({ connectionString: database.ownerUrl });
    await other.connect();
    await other.query('begin');
    await other.query("insert into tax_rate_imports (source, rows) values ('other.csv', 1)");
    await other.query('delete from tax_rates');
    expect((await stored()).map(({ zip }) => zip)).toEqual(['92101']);
    const second = run(file(CHULA_VISTA));
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          'select count(*)::int as waiting from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
        );
        return rows[0].waiting;
      })
      .toBe(1);
    const refused = expect(second).rejects.toMatchObject({ constraint: 'tax_rate_imports_pkey' });
    await other.query('commit');
    await refused;
    await other.end();
  });

  test('imports all ZIP codes of the country in one go', async () => {
    const lines = Array.from({ length: 42_000 }, (_, index) =>
      SAN_DIEGO.replace('92101', String(index).padStart(5, '0')),
    );
    expect(await run(file(...lines))).toMatchObject({ ok: true });
    const { rows } = await database.owner.query('select count(*)::int as all from tax_rates');
    expect(rows[0].all).toBe(42_000);
  });

  test.each([
    [[]],
    [['import']],
    [['export', 'x.csv']],
    [['import', 'x.csv', 'y.csv']],
    [['import', '/no/such.csv']],
  ])('refuses %j', async (args) => {
    await expect(taxRatesCommand(database.owner, args)).rejects.toBeInstanceOf(StartError);
  });
});
