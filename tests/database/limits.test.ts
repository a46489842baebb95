import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { tallyRules } from '#core/limits/limits.ts';
import { clearExpiredLimits, createLimits } from '#server/limits/limits.ts';
import type { Limits } from '#core/limits/limits.server.ts';
import { randomAddress } from '../support/random-address.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

const HOUR_SECONDS = 60 * 60;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(() => database.owner.query('delete from limits'));

/** The limits of one process. */
const startProcess = (secret = TEST_SECRET) =>
  createLimits({ pool: database.pools.limits, secret, log: pino({ level: 'silent' }) });

/** 5 in an hour, and 15 in a day. */
const take = (limits: Limits, times = 1) => limits.take('confirm', 'olga@example.com', times);

async function allowedOf(tries: number): Promise<number> {
  const process = startProcess();
  let allowed = 0;
  for (let n = 0; n < tries; n += 1) if ((await take(process)).allowed) allowed += 1;
  return allowed;
}

const kept = async () =>
  (await database.owner.query('select key, points, expire from limits order by expire, key')).rows as {
    key: string;
    points: number;
    expire: string;
  }[];

const points = async () => (await kept()).map((row) => row.points);

const later = (seconds: number) =>
  database.owner.query('update limits set expire = expire - $1', [seconds * 1000]);

async function withoutTable(work: () => Promise<void>) {
  await database.owner.query('alter table limits rename to limits_away');
  try {
    await work();
  } finally {
    await database.owner.query('alter table limits_away rename to limits');
  }
}

describe('a limit', () => {
  test('allows the given number, then says when the window ends', async () => {
    const limits = startProcess();
    for (let n = 0; n < 5; n += 1) expect(await take(limits)).toEqual({ allowed: true });
    const refused = await take(limits);
    expect(refused).toEqual({ allowed: false, counted: true, seconds: expect.any(Number) });
    const { seconds } = refused as { seconds: number };
    expect(seconds).toBeGreaterThan(HOUR_SECONDS - 60);
    expect(seconds).toBeLessThanOrEqual(HOUR_SECONDS);
    expect(await limits.take('confirm', 'sam@example.com')).toEqual({ allowed: true });
    expect(await limits.take('account-mail', 'olga@example.com')).toEqual({ allowed: true });
  });

  test('applies in all windows and processes together', async () => {
    expect([await allowedOf(3), await allowedOf(9)]).toEqual([3, 2]);
    for (let hour = 1; hour < 3; hour += 1) {
      await later(HOUR_SECONDS);
      expect(await allowedOf(6)).toBe(5);
    }
    await later(HOUR_SECONDS);
    expect(await allowedOf(2)).toBe(0);
    await later(24 * HOUR_SECONDS);
    expect(await allowedOf(1)).toBe(1);
  });

  test('counts no refused request in any window', async () => {
    await allowedOf(9);
    expect(await points()).toEqual([5, 5]);
    // The hour is over, the day is full.
    await database.owner.query('update limits set points = 15 where points = 5 and key like $1', [
      'confirm/86400%',
    ]);
    await database.owner.query('delete from limits where points = 5');
    expect(await allowedOf(3)).toBe(0);
    expect((await points()).toSorted()).toEqual([0, 15]);
  });

  test('counts several at once', async () => {
    const limits = startProcess();
    expect(await take(limits, 5)).toEqual({ allowed: true });
    expect(await take(limits)).toMatchObject({ allowed: false });
    expect(await points()).toEqual([5, 5]);
  });

  test('refuses further requests from memory, without the database', async () => {
    const limits = startProcess();
    await take(limits, 5);
    await take(limits);
    await withoutTable(async () => {
      expect(await take(limits)).toMatchObject({ allowed: false, counted: true });
    });
  });

  test('counts again what was given back, also if it was refused from memory', async () => {
    const limits = startProcess();
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(limits)));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(5);
    await limits.giveBack('confirm', 'olga@example.com');
    expect(await points()).toEqual([4, 4]);
    expect(await take(limits)).toEqual({ allowed: true });
    expect(await take(limits)).toMatchObject({ allowed: false });
  });

  test('counts again what another process has given back, after a moment', async () => {
    const [one, other] = [startProcess(), startProcess()];
    await take(one, 5);
    expect(await take(other)).toMatchObject({ allowed: false });
    await one.giveBack('confirm', 'olga@example.com');
    await expect.poll(() => take(other), { interval: 100, timeout: 5_000 }).toEqual({ allowed: true });
  });

  test.each([-HOUR_SECONDS, HOUR_SECONDS])(
    'counts by the clock of the database, also in a process whose own is %i seconds ahead',
    async (seconds) => {
      const [one, other] = [startProcess(), startProcess()];
      await take(one, 3);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
      try {
        expect(await take(other, 2)).toEqual({ allowed: true });
        const refused = await take(other);
        expect(refused).toMatchObject({ allowed: false, counted: true });
        expect((refused as { seconds: number }).seconds).toBeGreaterThan(HOUR_SECONDS - 60);
        expect((refused as { seconds: number }).seconds).toBeLessThanOrEqual(HOUR_SECONDS);
        await clearExpiredLimits(database.pools.limits);
        await other.giveBack('confirm', 'olga@example.com');
      } finally {
        vi.useRealTimers();
      }
      expect(await points()).toEqual([4, 4]);
      expect(await take(one)).toEqual({ allowed: true });
      expect(await take(one)).toMatchObject({ allowed: false });
    },
  );

  test('without the database refuses for half a minute, and giving back does not fail', async () => {
    const limits = startProcess();
    await withoutTable(async () => {
      expect(await take(limits)).toEqual({ allowed: false, counted: false, seconds: 30 });
      await limits.giveBack('confirm', 'olga@example.com');
    });
    expect(await take(limits)).toEqual({ allowed: true });
    expect(await points()).toEqual([1, 1]);
  });
});

describe('several limits', () => {
  const both = [
    ['write-to-shop', '203.0.113.7'],
    ['account-mail', 'olga@example.com'],
  ] as const;

  test('are counted together, and given back together', async () => {
    const limits = startProcess();
    expect(await limits.takeAll(both)).toEqual({ allowed: true });
    expect(await points()).toEqual([1, 1, 1]);
    await limits.giveBackAll(both);
    expect(await points()).toEqual([0, 0, 0]);
  });

  test('count nothing when one of them refuses', async () => {
    const limits = startProcess();
    await limits.take('account-mail', 'olga@example.com', 5);
    expect(await limits.takeAll(both)).toMatchObject({ allowed: false, counted: true });
    expect((await points()).toSorted()).toEqual([0, 0, 5]);
  });
});

describe('addresses', () => {
  test('are stored as hashes with a secret and the rule', async () => {
    for (const secret of [TEST_SECRET, 'another secret that is long enough'])
      await startProcess(secret).take('check-payment', '203.0.113.7');
    await startProcess().take('open-link', '203.0.113.7');
    const keys = (await kept()).map(({ key }) => key);
    expect(keys.map((key) => key.split(':')[0]).toSorted()).toEqual([
      'check-payment/600',
      'check-payment/600',
      'open-link/900',
    ]);
    expect(new Set(keys.map((key) => key.split(':')[1])).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/:[\w-]{43}$/);
  });

  test('of one IPv6 network count as one, others separately', async () => {
    const limits = startProcess();
    for (const address of [
      '2001:db8:5:6::1',
      '2001:DB8:5:6:7::',
      '2001:db8:5:7::1',
      '203.0.113.7',
      '203.0.113.8',
    ])
      await limits.take('check-payment', address);
    expect((await points()).toSorted()).toEqual([1, 1, 1, 2]);
  });

  test('are deleted after their windows', async () => {
    await take(startProcess());
    await clearExpiredLimits(database.pools.limits);
    expect(await points()).toEqual([1, 1]);
    await later(HOUR_SECONDS + 1);
    await clearExpiredLimits(database.pools.limits);
    expect(await points()).toEqual([1]);
  });
});

describe('a tally', () => {
  const { points: max, seconds } = tallyRules.writes;

  async function tally(limits: Limits, times: number, address = '203.0.113.7') {
    let last: number | undefined;
    for (let n = 0; n < times; n += 1) last = await limits.tally('writes', address);
    return last;
  }

  test('writes each hundredth request only, as a hash', async () => {
    const limits = startProcess();
    await tally(limits, 99);
    expect(await kept()).toEqual([]);
    await tally(limits, 1);
    await expect.poll(points).toEqual([100]);
    expect((await kept())[0]?.key).toMatch(/^writes\/60:[\w-]{43}$/);
    await tally(limits, 199);
    await expect.poll(points).toEqual([200]);
  });

  test('refuses over the limit, and says when to continue', async () => {
    const limits = startProcess();
    expect(await tally(limits, max)).toBeUndefined();
    const wait = await tally(limits, 1);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(seconds);
    expect(await tally(limits, 1, '203.0.113.8')).toBeUndefined();
    expect(await limits.tally('reads', '203.0.113.7')).toBeUndefined();
    expect(await limits.tally('health', '203.0.113.7')).toBeUndefined();
  });

  test('begins again when its window ends', async () => {
    const now = performance.now.bind(performance);
    let passed = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    onTestFinished(() => clock.mockRestore());
    const limits = startProcess();
    const address = randomAddress();
    await tally(limits, max - 1, address);
    passed = (seconds - 5) * 1_000;
    await expect.poll(points).toContain(max - 100);
    expect(await tally(limits, 2, address)).toBeLessThanOrEqual(5);
    passed = (seconds + 1) * 1_000;
    await expect.poll(points).toContain(max);
    expect(await tally(limits, 1, address)).toBeUndefined();
  });

  test('of another process is known after a hundred requests', async () => {
    const [one, other] = [startProcess(), startProcess()];
    const address = randomAddress();
    await tally(one, max, address);
    await expect.poll(points).toContain(max);
    expect(await tally(other, 100, address)).toBeUndefined();
    await expect.poll(() => tally(other, 1, address)).toBeGreaterThan(0);
    expect(await tally(other, 1, address)).toBeLessThanOrEqual(seconds);
  });

  test('of an IPv6 network counts as one address', async () => {
    const limits = startProcess();
    for (let n = 0; n < max; n += 1) await limits.tally('writes', `2001:db8:5:6::${n}`);
    expect(await tally(limits, 1, '2001:db8:5:6:7::1')).toBeGreaterThan(0);
    expect(await tally(limits, 1, '2001:db8:5:7::1')).toBeUndefined();
  });

  test('counts without the database too', async () => {
    const limits = startProcess();
    await withoutTable(async () => {
      expect(await tally(limits, max)).toBeUndefined();
      expect(await tally(limits, 1)).toBeGreaterThan(0);
    });
  });
});
