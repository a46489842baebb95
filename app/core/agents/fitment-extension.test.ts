import { expect, test } from 'vitest';
import { shopExtensions } from './fitment-extension.ts';

test('a shop declares its extension in the namespace of its host, with its texts there', () => {
  expect(shopExtensions('https://parts.example.com')).toEqual({
    'com.example.parts.shopping.fitment': {
      spec: 'https://parts.example.com/ucp/fitment',
      schema: 'https://parts.example.com/ucp/fitment.json',
      extends: ['dev.ucp.shopping.catalog.search', 'dev.ucp.shopping.catalog.lookup'],
    },
  });
});

test.each([
  'https://my-parts.example.com',
  'https://24parts.com',
  'https://203.0.113.7',
  'https://[2001:db8::1]',
  'https://localhost',
  'https://parts.example.com:8443',
  'http://parts.example.com',
])('%s declares none', (siteUrl) => {
  expect(shopExtensions(siteUrl)).toEqual({});
});
