import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partTopic } from './live.ts';
import { liveAddress, readLiveRequest } from './live-address.ts';

test('an address names its topics and the last message', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.uuid(), { maxLength: 200 }),
      fc.option(fc.nat(), { nil: undefined }),
      (ids, after) => {
        const topics = ['admin:parts', 'list:Škoda/Octavia & more', ...ids.map(partTopic)];
        const { searchParams } = new URL(liveAddress(topics, after), 'http://shop');
        expect(readLiveRequest(searchParams)).toEqual({ topics, after });
      },
    ),
  );
});

test.each([
  ['no topics', ''],
  ['an id that is cut off', 'topic=admin:parts&parts=AAAAAAAAAAAAAAAAAAAAA'],
  ['an id with other characters', 'topic=admin:parts&parts=!!!!!!!!!!!!!!!!!!!!!!'],
  ['an unknown topic', 'topic=admin:users'],
])('an address with %s is refused', (_, query) => {
  expect(readLiveRequest(new URLSearchParams(query))).toBeUndefined();
});
