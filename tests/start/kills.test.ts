import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inLong } from '../support/in-long.ts';
import { runShop } from '../support/run-shop.ts';

/** The number of kills of a first start, each a little later, and of parts that it loads. */
const [KILLS, PARTS] = [40, 2000];

inLong(
  `a first start that was killed at ${KILLS} moments is complete after the next one`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'partyard-kills-'));
    await chmod(folder, 0o755);
    const environment = (name: string) => ({ DATA_DIR: join(folder, name), DEMO_PARTS: String(PARTS) });
    try {
      const started = performance.now();
      const undisturbed = runShop(environment('undisturbed'));
      await undisturbed.ready();
      const wholeStart = performance.now() - started;
      await undisturbed.kill('SIGTERM');

      for (let kill = 1; kill <= KILLS; kill += 1) {
        const killed = runShop(environment(`killed-${kill}`));
        const moment = AbortSignal.timeout(Math.round((wholeStart * kill) / KILLS));
        await Promise.race([once(moment, 'abort'), killed.exited]);
        await killed.kill('SIGKILL');

        const next = runShop(environment(`killed-${kill}`));
        const answer = await fetch(`${await next.ready()}/api/parts?limit=1`);
        expect(await answer.json()).toMatchObject({ total: PARTS });
        expect(
          [...killed.lines, ...next.lines].filter((line) => line.startsWith('Admin')).length,
        ).toBeGreaterThan(0);
        expect(await next.kill('SIGTERM')).toEqual({ code: 0, signal: null });
        await rm(join(folder, `killed-${kill}`), { recursive: true });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  KILLS * 30_000,
);
