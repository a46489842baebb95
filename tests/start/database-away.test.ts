import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { startDatabaseRelay } from '../support/database-relay.ts';
import { inLong } from '../support/in-long.ts';
import { openLive } from '../support/live.ts';
import { addParts } from '../support/parts.ts';
import { runShop } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET } from '../support/test-database.ts';

const AWAY_MS = 30_000;

inLong(
  'a database that is away for 30 seconds: each request gets 503 in time, and afterward all is well',
  async () => {
    await using database = await createTestDatabase();
    await using relay = await startDatabaseRelay();
    const shop = runShop({
      DATABASE_URL: relay.through(database.ownerUrl),
      AUTH_SECRET: TEST_SECRET,
      LOG_LEVEL: 'silent',
    });
    try {
      const address = await shop.ready();
      const [id = ''] = await addParts(database.owner, [{ price: 40 }]);
      const read = () => fetch(`${address}/api/parts/${id}`);
      const write = () =>
        fetch(`${address}/functions/v1/send-contact-email`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            name: 'Dana',
            email: 'dana@example.com',
            subject: 'Hi',
            message: 'Are you open?',
          }),
        });
      expect((await read()).status).toBe(200);

      await relay.refuse();
      const ended = performance.now() + AWAY_MS;
      while (performance.now() < ended) {
        const asked = performance.now();
        const answers = await Promise.all([read(), write(), fetch(`${address}/junkyard`)]);
        expect(performance.now() - asked).toBeLessThan(6_000);
        for (const { status, headers } of answers)
          expect([status, headers.has('Retry-After')]).toEqual([503, true]);
        expect((await fetch(`${address}/health`)).status).toBe(503);
        await wait(1_000);
      }
      await relay.mend();

      await expect.poll(async () => (await read()).status, { interval: 100, timeout: 5_000 }).toBe(200);
      expect((await write()).status).toBe(200);
      const sent = async () =>
        (await database.owner.query('select sent_at is not null as sent from mails')).rows;
      // To the shop and to the sender, by the jobs. What was answered with 503 was not stored.
      await expect.poll(sent, { interval: 200, timeout: 40_000 }).toEqual([{ sent: true }, { sent: true }]);
      const ready = async () => (await fetch(`${address}/ready`)).status;
      await expect.poll(ready, { interval: 200, timeout: 40_000 }).toBe(200);
      // It listens for changes again: open pages show them.
      const shown = async () => {
        using client = await openLive(address, [`part:${id}`]);
        const change = async () => {
          await client.next(({ parts }) => Boolean(parts?.[id]));
          await database.owner.query('update parts_catalog set price = 41 - (price - 40) where id = $1', [
            id,
          ]);
          return (await client.next(({ parts }) => Boolean(parts?.[id]))).parts;
        };
        return await Promise.race([change(), wait(3_000, undefined)]);
      };
      await expect.poll(shown, { interval: 100, timeout: 40_000 }).toMatchObject({ [id]: {} });
    } finally {
      await shop.kill('SIGTERM');
    }
  },
  150_000,
);
