import { expect, test } from 'vitest';
import { publicUrl } from './public-url.server.ts';

test.each([
  [
    'http://10.0.0.7:3000/api/ucp/carts?a=b',
    'https://parts.example',
    'https://parts.example/api/ucp/carts?a=b',
  ],
  [
    'http://parts.example/api/ucp/carts',
    'https://parts.example:8443',
    'https://parts.example:8443/api/ucp/carts',
  ],
  ['http://localhost:3000//evil.example/x', 'https://parts.example', 'https://parts.example//evil.example/x'],
  ['http://127.0.0.1:3000/a', 'http://localhost:3000', 'http://127.0.0.1:3000/a'],
  ['http://evil.example/a', 'http://localhost:3000', 'http://localhost:3000/a'],
])('%s at %s is signed as %s', (requested, siteUrl, signed) => {
  expect(publicUrl(requested, siteUrl).href).toBe(signed);
});
