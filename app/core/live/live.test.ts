import { describe, expect, test } from 'vitest';
import { applyLiveState, findNews, type LivePart, RECONNECT_DELAYS } from './live.ts';
import type { Part } from '#core/catalog/part.ts';

const state = (stock: number, rest: Partial<LivePart> = {}): LivePart => ({
  priceCents: 4_000,
  stock,
  allHeld: false,
  ...rest,
});
const held = state(0, { allHeld: true });

describe('news of a part', () => {
  test.each([
    ['nothing has changed', state(3), state(3), {}],
    ['some are sold', state(3), state(2), {}],
    ['one is left', state(3), state(1), { stock: 'last' }],
    ['one was there and is there', state(1), state(1), {}],
    ['the last one is sold', state(1), state(0), { stock: 'sold' }],
    ['it was sold before', state(0), state(0), {}],
    ['someone pays for the last one', state(1), held, { stock: 'held' }],
    ['someone paid before', held, held, {}],
    ['the payment is done', held, state(0), { stock: 'sold' }],
    ['the payment is canceled', held, state(1), { stock: 'back' }],
    ['new stock arrives', state(0), state(1), { stock: 'back' }],
    ['a new price', state(3), state(3, { priceCents: 3_500 }), { oldPriceCents: 4_000 }],
    ['its first price', state(3, { priceCents: null }), state(3), {}],
    ['no price any more', state(3), state(3, { priceCents: null }), {}],
    [
      'one is left, at a new price',
      state(2),
      state(1, { priceCents: 100 }),
      { stock: 'last', oldPriceCents: 4_000 },
    ],
  ])('%s', (_, loaded, now, news) => {
    expect(findNews(loaded, now)).toEqual(news);
  });
});

test('a part without news stays the same object, and one that is gone has no stock', () => {
  const part = { id: 'a', name: 'Horn', ...state(3) } as Part;
  expect(applyLiveState(part, undefined)).toBe(part);
  expect(applyLiveState(part, state(1))).toEqual({ ...part, stock: 1 });
  expect(applyLiveState(part, null)).toEqual({ ...part, stock: 0 });
  expect(applyLiveState({ ...part, allHeld: true }, null)).toEqual({ ...part, stock: 0 });
});

test('the delays of the specification', () => {
  expect(RECONNECT_DELAYS).toEqual([1_000, 2_000, 5_000, 10_000]);
});
