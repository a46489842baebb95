import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { isInnerList, parseDictionary } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { withWrongClock } from '#tests/support/wrong-clock.ts';
import {
  checkDigest,
  contentDigest,
  importKey,
  type Message,
  requiredOfRequest,
  signatureBase,
  SignatureProblem,
  signMessage,
  verifyMessage,
} from './http-signature.server.ts';

function baseOf(message: Message, input: string): string | undefined {
  const [covered] = parseDictionary(input).values();
  if (!covered || !isInnerList(covered)) throw new Error(`No list: ${input}`);
  return signatureBase(message, covered);
}

describe('RFC 9421', () => {
  /** Appendix B.2 */
  const request: Message = {
    method: 'POST',
    url: new URL('https://example.com/foo?param=Value&Pet=dog'),
    headers: new Headers({
      Date: 'Tue, 20 Apr 2021 02:07:55 GMT',
      'Content-Type': 'application/json',
      'Content-Length': '18',
    }),
  };

  test('the base of a request (B.2.6)', () => {
    const params =
      '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
    expect(baseOf(request, `sig-b26=${params}`)).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@method": POST',
        '"@path": /foo',
        '"@authority": example.com',
        '"content-type": application/json',
        '"content-length": 18',
        `"@signature-params": ${params}`,
      ].join('\n'),
    );
  });

  test('the signature of an answer by ES256 (B.2.4)', () => {
    const answer: Message = {
      status: 200,
      headers: new Headers({
        'Content-Type': 'application/json',
        'Content-Length': '23',
        'Content-Digest':
          'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
      }),
    };
    const key = createPublicKey(`-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
-----END PUBLIC KEY-----`);
    const base = baseOf(
      answer,
      'sig-b24=("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    );
    const signature =
      'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==';
    expect(
      verify(
        'sha256',
        Buffer.from(base ?? ''),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64'),
      ),
    ).toBe(true);
  });

  test.each([
    [
      'https://www.example.com:8443/path?param=value&foo=bar&baz=bat%2Dman',
      '@query',
      '?param=value&foo=bar&baz=bat%2Dman',
    ],
    ['https://www.example.com/path', '@query', '?'],
    ['https://WWW.example.com:443/Path', '@authority', 'www.example.com'],
    ['https://www.example.com:8443/path', '@authority', 'www.example.com:8443'],
    ['https://www.example.com', '@path', '/'],
    ['https://www.example.com/path?a=b', '@target-uri', 'https://www.example.com/path?a=b'],
    ['https://www.example.com/path', '@scheme', 'https'],
  ])('%s has the %s %s', (url, name, value) => {
    expect(baseOf({ url: new URL(url), headers: new Headers() }, `a=("${name}")`)).toBe(
      `"${name}": ${value}\n"@signature-params": ("${name}")`,
    );
  });

  test.each([
    ['a component twice', '("@method" "@method")'],
    ['a missing header', '("x-missing")'],
    ['a header in capitals', '("Content-Type")'],
    ['a status of a request', '("@status")'],
    ['parameters of a component', '("content-type";sf)'],
    ['a part of the request of an answer', '("@method";req)'],
    ['an unknown component', '("@signature-params")'],
    ['an invalid name', '(content-type)'],
    ['a line break', '("content-type\\": x")'],
  ])('%s has no base', (_, covered) => {
    expect(baseOf(request, `a=${covered}`)).toBeUndefined();
  });
});

describe('a signed message', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = Buffer.from('{}');
  const message = (): Message & { headers: Headers } => ({
    method: 'POST',
    url: new URL('https://parts.example/api/ucp/carts'),
    headers: new Headers({
      'UCP-Agent': 'profile="https://platform.example/"',
      'Content-Type': 'application/json',
      'Content-Digest': contentDigest(body),
    }),
  });
  const findKey = async (id: string) => (id === 'one' ? { key: publicKey } : undefined);

  function sign(label = 'sig1', names = requiredOfRequest(message(), true)): Message & { headers: Headers } {
    const signed = message();
    const headers = signMessage(signed, { names, keyId: 'one', key: privateKey });
    for (const [name, value] of Object.entries(headers))
      signed.headers.set(name, value.replace('sig1', label));
    return signed;
  }

  const check = (signed: Message) =>
    verifyMessage(signed, { body, required: requiredOfRequest(signed, true), findKey });

  test('covers all that names it', () => {
    expect(sign().headers.get('Signature-Input')).toMatch(
      /^sig1=\("@method" "@authority" "@path" "ucp-agent" "content-digest" "content-type"\);created=\d+;keyid="one"$/,
    );
  });

  test('is valid under any label, also beside a signature of a proxy', async () => {
    await expect(check(sign('other'))).resolves.toBeUndefined();
    const signed = sign();
    const { headers } = signed;
    headers.set('Signature-Input', `proxy=("@method");keyid="proxy", ${headers.get('Signature-Input')}`);
    headers.set('Signature', `proxy=:AAAA:, ${headers.get('Signature')}`);
    await expect(check(signed)).resolves.toBeUndefined();
  });

  test.each<[string, SignatureProblem['code'], (headers: Headers) => void]>([
    ['no keyid', 'signature_invalid', (headers) => headers.set('Signature-Input', 'sig1=("@method")')],
    ['no list', 'signature_missing', (headers) => headers.set('Signature-Input', 'sig1="@method"')],
    ['another label', 'signature_missing', (headers) => headers.set('Signature', 'sig2=:AAAA:')],
    ['text for a signature', 'signature_missing', (headers) => headers.set('Signature', 'sig1="AAAA"')],
    ['an empty signature', 'signature_invalid', (headers) => headers.set('Signature', 'sig1=::')],
    [
      'a signature in DER',
      'signature_invalid',
      (headers) => headers.set('Signature', `sig1=:${'MEUC'.repeat(18)}:`),
    ],
    [
      'nothing covered',
      'signature_invalid',
      (headers) => headers.set('Signature-Input', 'sig1=();keyid="one"'),
    ],
    ['zeros', 'signature_invalid', (headers) => headers.set('Signature', `sig1=:${'A'.repeat(86)}==:`)],
  ])('with %s is not valid', async (_, code, change) => {
    const signed = sign();
    change(signed.headers);
    await expect(check(signed)).rejects.toMatchObject({ code });
  });

  test('covers everything, or is not valid', async () => {
    const all = requiredOfRequest(message(), true);
    for (const left of all)
      await expect(
        check(
          sign(
            'sig1',
            all.filter((name) => name !== left),
          ),
        ),
      ).rejects.toMatchObject({ code: 'signature_invalid', message: `The signature does not cover ${left}` });
  });

  test('is not of a time to come, but for clocks that differ', async () => {
    const signedIn = (hours: number) => withWrongClock(hours, async () => sign());
    await expect(check(await signedIn(0.1))).rejects.toMatchObject({ code: 'signature_invalid' });
    await expect(check(await signedIn(0.05))).resolves.toBeUndefined();
    await expect(check(await signedIn(-1_000))).resolves.toBeUndefined();
  });

  test('is checked against a bounded number of signatures', async () => {
    const signed = sign();
    const { headers } = signed;
    const others = Array.from({ length: 10 }, (_, at) => `a${at}`);
    const inputs = others.map((label) => `${label}=("@method");keyid="${label}"`);
    headers.set('Signature-Input', [...inputs, headers.get('Signature-Input')].join(', '));
    headers.set(
      'Signature',
      [...others.map((label) => `${label}=:AAAA:`), headers.get('Signature')].join(', '),
    );
    const asked: string[] = [];
    const finding = verifyMessage(signed, {
      body,
      required: [],
      findKey: async (id) => {
        asked.push(id);
        return undefined;
      },
    });
    await expect(finding).rejects.toMatchObject({ code: 'key_not_found' });
    expect(asked).toHaveLength(4);
  });
});

test.each([
  ['sha-512=:AAAA:', false],
  ['sha-256=:AAAA:', false],
  ['sha-256="AAAA"', false],
  ['', false],
  [contentDigest('{}'), true],
  [`sha-512=:AAAA:, ${contentDigest('{}')}`, true],
])('the digest %s', (digest, isRight) => {
  const check = () => checkDigest(new Headers({ 'Content-Digest': digest }), Buffer.from('{}'));
  if (isRight) expect(check).not.toThrow();
  else expect(check).toThrow(SignatureProblem);
});

test('keys of other algorithms and uses sign nothing', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = { kid: 'a', kty: 'EC', crv: 'P-256', x, y };
  expect(importKey(key)?.equals(publicKey)).toBe(true);
  expect(importKey({ ...key, alg: 'ES256', use: 'sig' })).toBeDefined();
  expect(importKey({ ...key, alg: 'ES384' })).toBeUndefined();
  expect(importKey({ ...key, use: 'enc' })).toBeUndefined();
  expect(importKey({ ...key, crv: 'P-521' })).toBeUndefined();
  expect(importKey({ kid: 'a', kty: 'RSA' })).toBeUndefined();
  expect(() => importKey({ ...key, y: x })).toThrow();
});
