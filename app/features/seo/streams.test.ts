import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn, streamed, takePlace } from './streams.server.ts';

async function* endless(log: string[]) {
  try {
    for (let piece = 0; ; piece += 1) {
      log.push(`made ${piece}`);
      yield `${piece} `;
    }
  } finally {
    log.push('ended');
  }
}

test('nothing is made that nobody reads, and who leaves ends it', async () => {
  const log: string[] = [];
  const reader = streamed(endless(log), { onEnd: () => log.push('place free') }).getReader();
  await reader.read();
  await reader.read();
  await setTimeout(20);
  // One piece ahead.
  expect(log).toEqual(['made 0', 'made 1', 'made 2']);
  await reader.cancel();
  expect(log.slice(3)).toEqual(['place free', 'ended']);
});

test('who stops reading is left, and can not take what has come for the whole', async () => {
  const log: string[] = [];
  const stream = streamed(endless(log), { onEnd: () => log.push('place free'), patience: 20 });
  await expect.poll(() => log).toEqual(['made 0', 'place free', 'ended']);
  await expect(new Response(stream).text()).rejects.toThrow('Nobody reads any more');
});

test('a failure breaks it off and gives the place back', async () => {
  let free = 0;
  const failing = (async function* () {
    yield 'begun ';
    throw new Error('The database is away');
  })();
  const stream = streamed(failing, { onEnd: () => (free += 1) });
  await expect(new Response(stream).text()).rejects.toThrow('The database is away');
  expect(free).toBe(1);
});

test('an address has two places, and gives each back once', () => {
  const first = takePlace('one');
  const second = takePlace('one');
  expect(takePlace('one')).toBeUndefined();
  const others = Array.from({ length: 30 }, (_, index) => takePlace(`other ${index}`));
  expect(others.filter(Boolean)).toHaveLength(22);
  first?.();
  first?.();
  expect(takePlace('one')).toBeDefined();
  expect(takePlace('one')).toBeUndefined();
  second?.();
  for (const release of others) release?.();
});

test('two reads at once, the others in their order, whatever fails', async () => {
  const log: string[] = [];
  let at = 0;
  let most = 0;
  const read = (name: string) =>
    inTurn(async () => {
      most = Math.max(most, (at += 1));
      log.push(name);
      await setTimeout(2);
      at -= 1;
      if (name === 'b') throw new Error(name);
    }).catch(() => undefined);
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(read));
  expect([log.join(''), most, at]).toEqual(['abcde', 2, 0]);
});
