import { describe, expect, test } from 'vitest';
import {
  hasSameState,
  isAdminTopic,
  listTopic,
  type LivePart,
  mayFollow,
  partOfTopic,
  partTopic,
  stockNewsTexts,
} from './live.ts';
import { LIVE_PATH, liveAddress, MAX_TOPICS, readLiveRequest } from './live-address.ts';

const id = '0b8f6a52-7c1d-4e3f-9a2b-5d6c7e8f9012';

describe('topics', () => {
  test('of a part', () => {
    expect(partTopic(id)).toBe(`part:${id}`);
    expect(partOfTopic(partTopic(id))).toBe(id);
    expect(partOfTopic('list:part:')).toBeUndefined();
  });

  test.each([
    [undefined, undefined, 'list:'],
    ['Honda', undefined, 'list:Honda'],
    ['Honda', 'Civic', 'list:Honda/Civic'],
    ['', '', 'list:'],
  ])('of the lists for make %s and model %s: %s', (make, model, topic) => {
    expect(listTopic(make, model)).toBe(topic);
    expect(isAdminTopic(topic)).toBe(false);
  });

  test('of the admin panel', () => {
    expect(isAdminTopic('admin:parts')).toBe(true);
    expect(isAdminTopic('list:admin:')).toBe(false);
  });

  test.each([
    ['list:', true, true, true],
    ['admin:parts', false, true, true],
    ['admin:alerts', false, true, true],
    ['admin:inbox', false, true, true],
    ['admin:requests', false, true, true],
    ['admin:messages', false, true, true],
    ['admin:quotes', false, true, true],
    ['admin:returns', false, true, true],
    ['admin:audit', false, false, true],
    ['admin:crawls', false, false, true],
  ])('%s: who may follow', (topic, ...expected) => {
    expect([null, 'staff' as const, 'admin' as const].map((role) => mayFollow(role, topic))).toEqual(
      expected,
    );
  });
});

describe('the address of a stream', () => {
  const read = (address: string) => readLiveRequest(new URL(address, 'https://shop.test').searchParams);

  test('names its topics, and the last message that was received', () => {
    expect(LIVE_PATH).toBe('/live');
    expect(liveAddress(['list:', 'list:Honda/CR-V'])).toBe('/live?topic=list%3A&topic=list%3AHonda%2FCR-V');
    expect(liveAddress(['list:'], 0)).toBe('/live?topic=list%3A&after=0');
  });

  test.each([
    [[partTopic(id)], undefined],
    [['list:', 'list:Honda/Civic'], 7],
    [['admin:parts', 'admin:alerts', 'admin:audit', 'admin:crawls'], 0],
  ])('is read as it was written: %j', (topics, after) => {
    expect(read(liveAddress(topics, after))).toEqual({ topics, after });
  });

  test('a repeated topic counts once', () => {
    expect(read('/live?topic=list:&topic=list:Honda&topic=list:')?.topics).toEqual(['list:', 'list:Honda']);
  });

  test('has at most 300 topics', () => {
    const topics = Array.from({ length: MAX_TOPICS + 1 }, (_, index) => `list:${index}`);
    expect(MAX_TOPICS).toBe(300);
    expect(read(liveAddress(topics.slice(1)))?.topics).toHaveLength(MAX_TOPICS);
    expect(read(liveAddress(topics))).toBeUndefined();
  });

  test('a list has a name of at most 195 characters', () => {
    expect(read(liveAddress([`list:${'x'.repeat(195)}`]))).toBeDefined();
    expect(read(liveAddress([`list:${'x'.repeat(196)}`]))).toBeUndefined();
  });

  test.each([
    '/live',
    '/live?topic=',
    '/live?topic=part:1',
    `/live?topic=${id}`,
    `/live?topic=list:${id}&topic=other`,
    '/live?topic=list:*',
    '/live?topic=admin:',
    '/live?topic=admin:users',
    '/live?topic=list:&after=',
    '/live?topic=list:&after=-1',
    '/live?topic=list:&after=1234567890123456',
    '/live?after=1',
  ])('is invalid: %s', (address) => {
    expect(read(address)).toBeUndefined();
  });

  test('a number has at most 15 digits', () => {
    expect(read('/live?topic=list:&after=123456789012345')?.after).toBe(123_456_789_012_345);
  });
});

test('two states are the same if price, stock and holds are', () => {
  const state: LivePart = { priceCents: 4_000, stock: 3, allHeld: false };
  expect(hasSameState(state, { ...state })).toBe(true);
  expect(hasSameState(state, { ...state, priceCents: null })).toBe(false);
  expect(hasSameState(state, { ...state, stock: 2 })).toBe(false);
  expect(hasSameState(state, { ...state, allHeld: true })).toBe(false);
});

test('the texts of what has happened to the stock', () => {
  expect(stockNewsTexts).toEqual({
    sold: 'Sold',
    held: "In another shopper's checkout",
    last: 'Only 1 left',
    back: 'Back in stock',
  });
});
