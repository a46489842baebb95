import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { queueRead, createStream, acquireSlot } from './streams.server.ts';

async function* endless(log: string[]) {
  try {
    for (let chunk = 0; ; chunk += 1) {
      log.push(`produced ${chunk}`);
      yield `${chunk} `;
    }
  } finally {
    log.push('ended');
  }
}

test('chunks are produced only as they are read, and a canceled response stops', async () => {
  const log: string[] = [];
  const reader = createStream(endless(log), { onEnd: () => log.push('slot released') }).getReader();
  await reader.read();
  await reader.read();
  await setTimeout(20);
  expect(log).toEqual(['produced 0', 'produced 1', 'produced 2']);
  await reader.cancel();
  expect(log.slice(3)).toEqual(['slot released', 'ended']);
});

test('a response fails when the client stops reading', async () => {
  const log: string[] = [];
  const stream = createStream(endless(log), { onEnd: () => log.push('slot released'), idleTimeout: 20 });
  await expect.poll(() => log).toEqual(['produced 0', 'slot released', 'ended']);
  await expect(new Response(stream).text()).rejects.toThrow('The client stopped reading');
});

test('a failure aborts the response and releases the slot', async () => {
  let free = 0;
  const failing = (async function* () {
    yield 'begun ';
    throw new Error('The database is down');
  })();
  const stream = createStream(failing, { onEnd: () => (free += 1) });
  await expect(new Response(stream).text()).rejects.toThrow('The database is down');
  expect(free).toBe(1);
});

test('an address has two slots, and releases each once', () => {
  const first = acquireSlot('one');
  const second = acquireSlot('one');
  expect(acquireSlot('one')).toBeUndefined();
  const others = Array.from({ length: 30 }, (_, index) => acquireSlot(`other ${index}`));
  expect(others.filter(Boolean)).toHaveLength(22);
  first?.();
  first?.();
  expect(acquireSlot('one')).toBeDefined();
  expect(acquireSlot('one')).toBeUndefined();
  second?.();
  for (const release of others) release?.();
});

test('two reads run at once, the others wait in order, even if one fails', async () => {
  const log: string[] = [];
  let at = 0;
  let most = 0;
  const read = (name: string) =>
    queueRead(async () => {
      most = Math.max(most, (at += 1));
      log.push(name);
      await setTimeout(2);
      at -= 1;
      if (name === 'b') throw new Error(name);
    }).catch(() => undefined);
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(read));
  expect([log.join(''), most, at]).toEqual(['abcde', 2, 0]);
});
