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
