import { expect, test } from 'vitest';
import {
  type Credentials,
  encodePath,
  encodeQuery,
  type Scope,
  sha256,
  signRequest,
  type UnsignedRequest,
} from './sign.ts';

const EMPTY = sha256('');

// Values that AWS publishes: its test suite for Signature Version 4, and the examples in the reference of S3.
const suite = {
  credentials: { accessKey: 'AKIDEXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' },
  scope: { region: 'us-east-1', service: 'service' },
  now: new Date('2015-08-30T12:36:00Z'),
  headers: { host: 'example.amazonaws.com' },
};
const reference = {
  credentials: { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  scope: { region: 'us-east-1', service: 's3' },
  now: new Date('2013-05-24T00:00:00Z'),
  headers: { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': EMPTY },
};

interface Example {
  name: string;
  request: Partial<UnsignedRequest>;
  headers: Record<string, string>;
  credentials: Credentials;
  scope: Scope;
  now: Date;
  expected: string;
}

test.each<Example>([
  {
    name: 'get-vanilla',
    ...suite,
    request: {},
    expected: '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  },
  {
    name: 'get-vanilla-query-order-key-case',
    ...suite,
    request: { query: { Param2: 'value2', Param1: 'value1' } },
    expected: 'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  },
  {
    name: 'post-vanilla',
    ...suite,
    request: { method: 'POST' },
    expected: '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  },
  {
    name: 'post-header-value-case',
    ...suite,
    request: { method: 'POST' },
    headers: { ...suite.headers, 'my-header1': 'VALUE1' },
    expected: 'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
  },
  {
    name: 'a read of the first ten bytes of an object',
    ...reference,
    request: { path: '/test.txt' },
    headers: { ...reference.headers, range: 'bytes=0-9' },
    expected: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    name: 'a write of an object whose name is encoded',
    ...reference,
    request: {
      method: 'PUT',
      path: encodePath('/test$file.text'),
      bodyHash: sha256('Welcome to Amazon S3.'),
    },
    headers: {
      ...reference.headers,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
    },
    expected: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    name: 'a parameter without a value',
    ...reference,
    request: { query: { lifecycle: '' } },
    expected: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    name: 'a list',
    ...reference,
    request: { query: { prefix: 'J', 'max-keys': '2' } },
    expected: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('$name', ({ request, headers, credentials, scope, now, expected }) => {
  const defaults = { method: 'GET', path: '/', query: {}, bodyHash: EMPTY };
  const { authorization } = signRequest({ ...defaults, ...request, headers }, credentials, scope, now);
  expect(authorization).toMatch(new RegExp(`Signature=${expected}$`));
});

test('what is encoded', () => {
  expect(encodeQuery({ b: "!'()*", 'a b': 'x+y/z', 'a~': 'ü' })).toBe(
    'a%20b=x%2By%2Fz&a~=%C3%BC&b=%21%27%28%29%2A',
  );
  expect(encodePath('/shop/pictures/a b.webp')).toBe('/shop/pictures/a%20b.webp');
});
