import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  accessKey: string;
  secretKey: string;
}

export interface Scope {
  region: string;
  service: string;
}

export interface UnsignedRequest {
  method: string;
  /** Encoded. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** All of them are signed. Names are in lower case, and `host` is one of them. */
  headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body. */
  bodyHash: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** Returns the headers of a request that is signed with AWS Signature Version 4. */
export function signRequest(
  { method, path, query, headers, bodyHash }: UnsignedRequest,
  { accessKey, secretKey }: Credentials,
  { region, service }: Scope,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const sent: Record<string, string> = { ...headers, 'x-amz-date': time };
  const names = Object.keys(sent).toSorted();
  const canonical = [
    method,
    path,
    encodeQuery(query),
    ...names.map((name) => `${name}:${sent[name]?.trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const toSign = [ALGORITHM, time, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`);
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${hmac(key, toSign).toString('hex')}`,
  };
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** As it is signed and sent: in order, with all but unreserved characters encoded. */
export function encodeQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
}

export function encodePath(path: string): string {
  return path.split('/').map(encode).join('/');
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
