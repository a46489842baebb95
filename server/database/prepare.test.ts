import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { QUEUE } from './prepare.ts';

test('another version of graphile-worker prepares its queue', () => {
  expect(QUEUE).toContain(packageJson.dependencies['graphile-worker']);
});
