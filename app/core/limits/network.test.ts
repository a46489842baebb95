import { expect, test } from 'vitest';
import { toNetwork } from './network.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:5:6:7:8:9:a', '2001:db8:5:6::/64'],
  ['2001:DB8:0005:6::', '2001:db8:5:6::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::ffff:203.5.113.9', '203.5.113.9'],
  ['1::ffff:203.0.113.9', '1:0:0:0::/64'],
  ['1:2:3:4:5:6:203.0.113.9', '1:2:3:4::/64'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
])('%s belongs to %s', (address, network) => expect(toNetwork(address)).toBe(network));

test.each([
  'unknown',
  '',
  '203.0.113',
  '::1::',
  '1:2:3',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  'host:80',
  'g::1',
  '::999.1.1.1',
])('an invalid address is unchanged: %s', (text) => expect(toNetwork(text)).toBe(text));
