import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isChained, isVisitorsEvent, unchainedActions, visitorActions } from '#core/audit/audit.ts';
import { auditCommand } from '#server/audit/command.ts';
import { maintainAuditTrail } from '#server/audit/months.ts';
import type { Identity } from '#core/platform/database.server.ts';
import { addMissingLinks } from '../support/audit-trail.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const OLGA = '00000000-0000-4000-8000-00000000000a';
const shop: Identity = { role: 'service_role' };

let database: TestDatabase;

function log(action: string, identity: Identity = { role: 'anon' }) {
  return database.pools.as(identity, (transaction) =>
    sql`select log_audit_event(p_action => ${action}, p_details => '{"at": "/"}')`.execute(transaction),
  );
}

async function check() {
  const found = await database.pools.as(shop, (transaction) =>
    sql<{ chain: string; problem: string }>`select * from check_audit_chain()`.execute(transaction),
  );
  return found.rows;
}

async function rows(text: string, values: unknown[] = []) {
  return (await database.owner.query(text, values)).rows;
}

/** The chain of this month. */
async function eventsChain(): Promise<string> {
  const [row] = await rows(`select to_char(now() at time zone 'UTC', 'YYYY_MM') || '_events' as name`);
  return String(row.name);
}

/** A date in this month's chain other than now. */
function earlierThisMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString();
}

function eachInItsOwnDatabase() {
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database[Symbol.asyncDispose]());
}

test('the domain and the database have the same rules for each action', async () => {
  await using own = await createTestDatabase();
  const ask = async (text: string, values: unknown[] = []) => (await own.owner.query(text, values)).rows;
  expect(await ask('select audit.unchained_actions() as actions')).toEqual([{ actions: unchainedActions }]);
  const actions = [
    ...visitorActions,
    'signup_attempt',
    'signup_failed',
    'login_success',
    'failed_login',
    'logout',
    'admin_add_part',
    'admin_settle_alert',
    'security_scan',
    'security_password_changed',
    'anything',
  ];
  const asked = await ask(
    `select action, audit.is_chained(action) as chained, audit.is_visitors_event(action, null, '{}') as by_visitors
     from unnest($1::text[]) with ordinality as each (action, place) order by place`,
    [actions],
  );
  expect(asked).toEqual(
    actions.map((action) => ({
      action,
      chained: isChained(action),
      by_visitors: isVisitorsEvent({ action, resourceType: null, resourceId: null, details: {} }),
    })),
  );
});

describe('a chain', () => {
  eachInItsOwnDatabase();

  test('is whole after many writers at once, and has links for chained events only', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => log(index % 2 === 0 ? 'page_view' : 'cart_checkout')),
    );
    expect(await rows('select from audit_logs')).toHaveLength(40);
    expect(await check()).toEqual([]);
    const heads = await rows('select chain, rows::int, length(last_hash) as hash from audit_heads()');
    expect(heads).toEqual([{ chain: await eventsChain(), rows: 20, hash: 64 }]);
    expect(await rows('select from audit.links')).toHaveLength(20);
  });

  test.each(unchainedActions)('is not locked by %s', async (action) => {
    await log('cart_checkout');
    await rows('begin');
    await rows('select from audit.chains for update');
    // A lock would make this test wait forever.
    await log(action);
    await rows('commit');
    expect(await rows('select action from audit_logs where action = $1', [action])).toHaveLength(1);
    expect(await check()).toEqual([]);
  });

  test('gets no link from a transaction that is rolled back', async () => {
    await log('cart_checkout');
    await database.pools
      .as({ role: 'anon' }, async (transaction) => {
        await sql`select log_audit_event(p_action => 'cart_checkout')`.execute(transaction);
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect(await rows('select rows::int from audit_heads()')).toEqual([{ rows: 1 }]);
    expect(await check()).toEqual([]);
  });

  test('does not block other writers while a transaction that wrote is still open', async () => {
    await database.pools.as({ role: 'anon' }, async (transaction) => {
      await sql`select log_audit_event(p_action => 'cart_checkout')`.execute(transaction);
      await log('cart_checkout');
    });
    expect(await rows('select rows::int from audit_heads()')).toEqual([{ rows: 2 }]);
    expect(await check()).toEqual([]);
  });
});

describe('finds changes made outside the application', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const number of ['1', '2', '3', '4', '5'])
      await rows("select log_audit_event(p_action => 'login_success', p_resource_id => $1)", [number]);
    for (const action of ['page_view', 'search'])
      await rows('insert into audit_logs (action, created_at) values ($1, $2)', [action, earlierThisMonth()]);
    expect(await check()).toEqual([]);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const tampering: Record<string, { statements: (chain: string) => string; problem: string }> = {
    'a row is changed': {
      statements: () => `update audit_logs set user_id = '${OLGA}' where resource_id = '3'`,
      problem: 'event or link 3 was changed',
    },
    'a time is changed by a microsecond': {
      statements: () =>
        "update audit_logs set created_at = created_at + interval '1 microsecond' where resource_id = '3'",
      problem: 'event or link 3 was changed',
    },
    'null and an empty text are different': {
      statements: () => "update audit_logs set user_agent = '' where resource_id = '3'",
      problem: 'event or link 3 was changed',
    },
    'a row is deleted': {
      statements: () => "delete from audit_logs where resource_id = '3'",
      problem: 'the event of link 3 is missing',
    },
    'a row is deleted with its link': {
      statements: (chain) => `
        delete from audit.links_${chain} where event_id = (select id from audit_logs where resource_id = '3');
        delete from audit_logs where resource_id = '3'`,
      problem: 'link 3 is missing',
    },
    'a row is inserted without a link': {
      statements: (chain) => `
        alter table audit.logs_${chain} disable trigger user;
        insert into audit_logs (action) values ('login_success');
        alter table audit.logs_${chain} enable trigger user`,
      problem: '1 events are in no link',
    },
    'a chained row becomes an unchained one': {
      statements: () => "update audit_logs set action = 'search' where resource_id = '3'",
      problem: 'event or link 3 was changed',
    },
    'a chained row becomes a page view': {
      statements: () => "update audit_logs set action = 'page_view' where resource_id = '5'",
      problem: 'the event of link 5 is missing',
    },
    'a search becomes a chained row': {
      statements: () => "update audit_logs set action = 'login_success' where action = 'search'",
      problem: '1 events are in no link',
    },
    'a page view becomes a chained row': {
      statements: () => "update audit_logs set action = 'login_success' where action = 'page_view'",
      problem: '1 events are in no link',
    },
    'a row is inserted with a past date': {
      statements: () =>
        `insert into audit_logs (action, created_at) values ('login_success', '${earlierThisMonth()}')`,
      problem: '1 events are in no link',
    },
    'two rows are swapped': {
      statements: () => `
        update audit_logs set resource_id = 'x' where resource_id = '2';
        update audit_logs set resource_id = '2' where resource_id = '3';
        update audit_logs set resource_id = '3' where resource_id = 'x'`,
      problem: 'event or link 2 was changed',
    },
    'two links are swapped': {
      statements: (chain) => `
        update audit.links_${chain} set sequence = 99 where sequence = 2;
        update audit.links_${chain} set sequence = 2 where sequence = 3;
        update audit.links_${chain} set sequence = 3 where sequence = 99`,
      problem: 'event or link 2 was changed',
    },
    'a link is changed': {
      statements: (chain) => `update audit.links_${chain} set hash = sha256('x') where sequence = 3`,
      problem: 'event or link 3 was changed',
    },
    'the tail is cut off': {
      statements: (chain) => `
        delete from audit.links_${chain} where sequence >= 4;
        delete from audit_logs where resource_id in ('4', '5')`,
      problem: 'ends at link 3 of 5',
    },
    'the tail is cut off, and the number of rows is adjusted': {
      statements: (chain) => `
        delete from audit.links_${chain} where sequence >= 4;
        delete from audit_logs where resource_id in ('4', '5');
        update audit.chains set rows = 3 where name = '${chain}'`,
      problem: 'has another last hash than its head',
    },
    'a whole month is dropped': {
      statements: (chain) => `drop table audit.logs_${chain}`,
      problem: 'is gone, with 5 rows',
    },
  };

  test.each(Object.entries(tampering))('%s', async (_, { statements, problem }) => {
    const chain = await eventsChain();
    await rows('begin');
    await rows(statements(chain));
    await rows('set constraints all immediate');
    expect(await rows('select * from check_audit_chain()')).toEqual([{ chain, problem }]);
    await rows('rollback');
    expect(await check()).toEqual([]);
  });

  test('and reports them with a message and an exit code', async () => {
    const chain = await eventsChain();
    expect(await auditCommand(database.owner, ['check'])).toEqual({
      lines: ['The audit trail is whole: 5 chained events in 1 chains.'],
      ok: true,
    });
    const { lines } = await auditCommand(database.owner, ['heads']);
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${chain} +5 [\\da-f]{64}$`))]);
    await rows('begin');
    await rows("update audit_logs set action = 'logout' where resource_id = '5'");
    expect(await auditCommand(database.owner, ['check'])).toEqual({
      lines: [`BROKEN   ${chain}: event or link 5 was changed`],
      ok: false,
    });
    await rows('rollback');
    for (const words of [[], ['sing'], ['check', 'twice']])
      await expect(auditCommand(database.owner, words)).rejects.toThrow('npm run audit -- check');
  });

  test('a month is dropped with its chain', async () => {
    const chain = await eventsChain();
    await rows('begin');
    await rows(`drop table audit.logs_${chain}; delete from audit.chains where name = '${chain}'`);
    expect(await rows('select problem from check_audit_chain() limit 1')).toEqual([
      { problem: 'a chain before it is missing' },
    ]);
    await rows('rollback');
  });
});

describe('months', () => {
  eachInItsOwnDatabase();

  test('are created ahead, or at once if missing', async () => {
    const months = () => rows('select distinct month::text from audit.chains order by 1');
    expect(await months()).toHaveLength(5);
    // As if the shop had not run for half a year.
    await database.owner.query(`
      do $$ declare name text; begin
        for name in select 'logs_' || to_char(month, 'YYYY_MM') from audit.chains loop
          execute format('drop table audit.%I', name);
        end loop;
        for name in select 'links_' || chains.name from audit.chains loop
          execute format('drop table audit.%I', name);
        end loop;
        delete from audit.chains;
      end $$`);
    await Promise.all(Array.from({ length: 8 }, () => log('search')));
    expect(await months()).toHaveLength(1);
    expect(await rows('select from audit_logs')).toHaveLength(8);
    await maintainAuditTrail(database.pools, pino({ level: 'silent' }));
    expect(await months()).toHaveLength(5);
    expect(await check()).toEqual([]);
  });

  test('begin and end in UTC in any session time zone', async () => {
    await database.owner.query("set timezone = 'America/Los_Angeles'; select audit.make_month('2020-02-29')");
    await database.owner.query(
      "insert into audit_logs (action, created_at) values ('search', '2020-02-01 00:00+00'), ('search', '2020-02-29 23:59:59.999999+00')",
    );
    expect(await rows('select from audit.logs_2020_02_events')).toHaveLength(2);
    expect(await check()).toEqual([]);
  });

  test('of page views are dropped a year after their end, and nothing else', async () => {
    const [{ old, young }] = await rows(`
      select to_char(now() at time zone 'UTC' - interval '13 months', 'YYYY_MM') as old,
        to_char(now() at time zone 'UTC' - interval '12 months', 'YYYY_MM') as young`);
    for (const month of [young, old]) {
      const day = `${String(month).replace('_', '-')}-15`;
      await rows('select audit.make_month($1)', [day]);
      for (const action of ['page_view', 'page_view', 'search', 'login_success'])
        await rows('insert into audit_logs (action, created_at) values ($1, $2)', [action, day]);
      await addMissingLinks(database.owner, `${month}_events`);
    }
    const { rows: done } = await database.pools.as(shop, (transaction) =>
      sql`select * from tend_audit_logs() as line`.execute(transaction),
    );
    expect(done).toEqual([{ line: `${old}_page_views is dropped` }]);
    expect(await rows('select action, count(*)::int from audit_logs group by 1 order by 1')).toEqual([
      { action: 'login_success', count: 2 },
      { action: 'page_view', count: 2 },
      { action: 'search', count: 2 },
    ]);
    expect(await rows('select * from tend_audit_logs()')).toEqual([]);
    expect(await check()).toEqual([]);
  });
});
