import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import {
  type Dictionary,
  type InnerList,
  isInnerList,
  type Item,
  parseDictionary,
  serializeInnerList,
} from 'structured-headers';
import type { SigningKey } from './platform-profile.ts';

/** A request or an answer whose head is signed (RFC 9421). */
export interface Message {
  method?: string;
  /** The address that the client used. Behind a proxy, that of the shop. */
  url?: URL;
  status?: number;
  headers: Headers;
}

export class SignatureProblem extends Error {
  readonly code:
    | 'signature_missing'
    | 'signature_invalid'
    | 'key_not_found'
    | 'digest_mismatch'
    | 'algorithm_unsupported';

  constructor(code: SignatureProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const NO_PARAMETERS: Item[1] = new Map();

/** Bounds the work for one request. Proxies may add signatures of their own. */
const MAX_SIGNATURES = 4;

/** Seconds that the clock of a platform may be ahead. */
const CLOCK_SKEW = 300;

/** Length of `r || s` in bytes, by the curve's name in OpenSSL. */
const curves: Record<string, { hash: string; bytes: number; alg: string }> = {
  prime256v1: { hash: 'sha256', bytes: 64, alg: 'ecdsa-p256-sha256' },
  secp384r1: { hash: 'sha384', bytes: 96, alg: 'ecdsa-p384-sha384' },
};

/** Returns undefined for a key that the protocol does not sign with. @throws {Error} if the key is malformed. */
export function importKey({ kty, crv, x, y, alg, use }: SigningKey): KeyObject | undefined {
  const expected = { 'P-256': 'ES256', 'P-384': 'ES384' }[crv ?? ''];
  if (kty !== 'EC' || expected === undefined || use === 'enc') return undefined;
  if (alg !== undefined && alg !== expected) return undefined;
  return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
}

/** The value of Content-Digest (RFC 9530) for a body. */
export function contentDigest(body: string | Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** @throws {SignatureProblem} if the digest is of another body, or no SHA-256. */
export function checkDigest(headers: Headers, body: Uint8Array): void {
  const digest = readDictionary(headers, 'Content-Digest')?.get('sha-256');
  const value = digest && !isInnerList(digest) ? digest[0] : undefined;
  const actual = createHash('sha256').update(body).digest();
  if (!(value instanceof ArrayBuffer) || !actual.equals(Buffer.from(value)))
    throw new SignatureProblem('digest_mismatch', 'Content-Digest is not the sha-256 of the body');
}

/** Says what a signature of a request has to cover. */
export function requiredOfRequest({ url, headers }: Message, hasBody: boolean): string[] {
  return [
    '@method',
    '@authority',
    '@path',
    ...(url?.search ? ['@query'] : []),
    ...['ucp-agent', 'idempotency-key'].filter((name) => headers.has(name)),
    ...(hasBody ? ['content-digest', 'content-type'] : []),
  ];
}

/** Tells whether the sender meant to sign. */
export function hasSignature(headers: Headers): boolean {
  return headers.has('Signature') || headers.has('Signature-Input');
}

/**
 * Verifies that one of a message's signatures is by a known key and covers all that is required.
 * @param findKey Returns undefined for an unknown id, and no `key` for one of another algorithm.
 * @throws {SignatureProblem}
 */
export async function verifyMessage(
  message: Message,
  options: {
    body: Uint8Array;
    required: readonly string[];
    findKey: (id: string) => Promise<{ key: KeyObject | undefined } | undefined>;
  },
): Promise<void> {
  const { body, required, findKey } = options;
  const needed = [
    'Signature-Input',
    'Signature',
    ...(required.includes('content-digest') ? ['Content-Digest'] : []),
  ];
  const missing = needed.find((name) => !message.headers.has(name));
  if (missing !== undefined) throw new SignatureProblem('signature_missing', `${missing} is missing`);
  let problem: unknown = new SignatureProblem(
    'signature_missing',
    'Signature and Signature-Input name no signature',
  );
  for (const signature of readSignatures(message.headers).slice(0, MAX_SIGNATURES)) {
    try {
      const found = await findKey(signature.keyId);
      if (!found) throw new SignatureProblem('key_not_found', `The profile has no key ${signature.keyId}`);
      if (message.headers.has('Content-Digest')) checkDigest(message.headers, body);
      verifySignature(message, signature, { key: found.key, required });
      return;
    } catch (error) {
      problem = error;
      if (!(error instanceof SignatureProblem)) break;
    }
  }
  throw problem;
}

interface ReadSignature {
  keyId: string;
  covered: InnerList;
  bytes: Uint8Array;
}

function readSignatures(headers: Headers): ReadSignature[] {
  const inputs = readDictionary(headers, 'Signature-Input');
  const values = readDictionary(headers, 'Signature');
  if (!inputs || !values)
    throw new SignatureProblem(
      'signature_invalid',
      'Signature and Signature-Input must be dictionaries (RFC 8941)',
    );
  return [...inputs].flatMap(([label, covered]) => {
    const value = values.get(label);
    if (!isInnerList(covered) || !value || isInnerList(value) || !(value[0] instanceof ArrayBuffer))
      return [];
    const keyId = covered[1].get('keyid');
    if (typeof keyId !== 'string')
      throw new SignatureProblem('signature_invalid', `The signature ${label} has no keyid`);
    return [{ keyId, covered, bytes: new Uint8Array(value[0]) }];
  });
}

function verifySignature(
  message: Message,
  { keyId, covered, bytes }: ReadSignature,
  { key, required }: { key: KeyObject | undefined; required: readonly string[] },
): void {
  const curve = curves[key?.asymmetricKeyDetails?.namedCurve ?? ''];
  const alg = covered[1].get('alg');
  if (!key || !curve || (alg !== undefined && alg !== curve.alg))
    throw new SignatureProblem('algorithm_unsupported', `The key ${keyId} must sign by ES256 or ES384`);
  const names = new Set(covered[0].map(([name]) => name));
  const left = required.find((name) => !names.has(name));
  if (left !== undefined)
    throw new SignatureProblem('signature_invalid', `The signature does not cover ${left}`);
  const now = Date.now() / 1000;
  const { created = 0, expires = now } = Object.fromEntries(covered[1]);
  if (!(Number(created) <= now + CLOCK_SKEW && Number(expires) >= now))
    throw new SignatureProblem('signature_invalid', 'The time of the signature is too far from now');
  const base = signatureBase(message, covered);
  const isValid =
    base !== undefined &&
    bytes.length === curve.bytes &&
    verify(curve.hash, Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }, bytes);
  if (!isValid) throw new SignatureProblem('signature_invalid', `The signature is not by the key ${keyId}`);
}

/**
 * Builds what is signed (RFC 9421, 2.5). Returns undefined if a component is missing, doubled, or of a kind that the protocol does
 * not use.
 */
export function signatureBase(message: Message, covered: InnerList): string | undefined {
  const lines: string[] = [];
  const seen = new Set<unknown>();
  for (const [name, parameters] of covered[0]) {
    if (typeof name !== 'string' || parameters.size > 0 || seen.has(name)) return undefined;
    seen.add(name);
    const value = componentOf(message, name);
    if (value === undefined) return undefined;
    lines.push(`"${name}": ${value}`);
  }
  lines.push(`"@signature-params": ${serializeInnerList(covered)}`);
  return lines.join('\n');
}

function componentOf({ method, url, status, headers }: Message, name: string): string | undefined {
  switch (name) {
    case '@method':
      return method;
    case '@authority':
      return url?.host;
    case '@scheme':
      return url?.protocol.slice(0, -1);
    case '@target-uri':
      return url?.href;
    case '@path':
      return url?.pathname;
    case '@query':
      return url && (url.search || '?');
    case '@status':
      return status?.toString();
    default:
      // Names are in small letters there. Anything else would be another component with the same value.
      if (!/^[a-z\d!#$%&'*+.^_`|~-]+$/.test(name)) return undefined;
      return headers
        .get(name)
        ?.trim()
        .replaceAll(/\s*\n\s*/g, ' ');
  }
}

/** Signs a message by ES256. Returns the two headers of the signature. @throws {Error} if a component is missing. */
export function signMessage(
  message: Message,
  { names, keyId, key }: { names: readonly string[]; keyId: string; key: KeyObject },
): { 'Signature-Input': string; Signature: string } {
  const covered: InnerList = [
    names.map((name): Item => [name, NO_PARAMETERS]),
    new Map<string, string | number>([
      ['created', Math.floor(Date.now() / 1000)],
      ['keyid', keyId],
    ]),
  ];
  const base = signatureBase(message, covered);
  if (base === undefined) throw new Error(`A message lacks one of ${names.join(', ')}`);
  const bytes = sign('sha256', Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' });
  return {
    'Signature-Input': `sig1=${serializeInnerList(covered)}`,
    Signature: `sig1=:${bytes.toString('base64')}:`,
  };
}

function readDictionary(headers: Headers, name: string): Dictionary | undefined {
  try {
    return parseDictionary(headers.get(name) ?? '');
  } catch {
    return undefined;
  }
}
