import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('a stop waits for responses, but not for one that never ends', async () => {
  const listening = await listen('127.0.0.1', 0);
  const endings: (() => void)[] = [];
  listening.serve((_request, response) => {
    response.write('begun ');
    endings.push(() => response.end('done'));
  });
  const ask = async () => (await fetch(`http://127.0.0.1:${listening.port}`)).text();
  const whole = ask();
  await expect.poll(() => endings.length).toBe(1);
  const endless = ask();
  await expect.poll(() => endings.length).toBe(2);
  const closed = listening.close(200);
  endings[0]?.();
  expect(await whole).toBe('begun done');
  await Promise.all([expect(endless).rejects.toThrow(), closed]);
});
