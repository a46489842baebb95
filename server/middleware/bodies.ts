import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { READING_METHODS } from './same-origin.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

const JSON_ONLY = ['application/json'];
const FORM = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** A body that does not say how long it is is kept in memory before anybody asks whose it is, in bytes. */
const MOST_UNTOLD = 256 * KILOBYTE;

interface Bodies {
  /** The longest body, in bytes. */
  most: number;
  /** What it may be; a body that does not say is none of them. */
  types: readonly string[];
}

/** What each address takes, by what it needs; the first that fits counts. A page's data has the page's own. */
const rules: readonly (readonly [path: RegExp, bodies: Bodies])[] = [
  // A picture of 10 MB with the form around it. Whoever is no admin is sent away before any of it is read.
  [/^\/admin\/part\/[^/]+$/, { most: 11 * MEGABYTE, types: FORM }],
  [/^\/admin(\/|$)/, { most: 16 * KILOBYTE, types: FORM }],
  // A picture as a data URL.
  [/^\/profile\/avatar$/, { most: MEGABYTE, types: JSON_ONLY }],
  // The pages of mailed links.
  [/^\/(auth\/confirm|reset-password)$/, { most: 16 * KILOBYTE, types: FORM }],
  [/^\/(profile|auth)\//, { most: 16 * KILOBYTE, types: JSON_ONLY }],
  // The forms as a browser without script sends them: up to nine bytes for a letter.
  [/^\/(request|contact)$/, { most: 100 * KILOBYTE, types: FORM }],
  [/^\/test-payment\/[^/]+$/, { most: 16 * KILOBYTE, types: FORM }],
  [/^\/functions\/v1\/cancel-payment$/, { most: 4 * KILOBYTE, types: FORM }],
  // As the provider sends it: the signature says whether it is believed.
  [/^\/functions\/v1\/payment-webhook$/, { most: 256 * KILOBYTE, types: [...JSON_ONLY, 'text/plain'] }],
  // What a visit has gathered for the audit trail.
  [/^\/rpc\/[^/]+$/, { most: 64 * KILOBYTE, types: JSON_ONLY }],
  // A full cart.
  [/^\/functions\/v1\/create-payment$/, { most: 100 * KILOBYTE, types: JSON_ONLY }],
  [/^\/functions\/v1\//, { most: 64 * KILOBYTE, types: JSON_ONLY }],
];

/** Whatever else there is, or will be. */
const OTHERS: Bodies = { most: 64 * KILOBYTE, types: [...JSON_ONLY, ...FORM] };

/** Refuses bodies that are too long for their address, or nothing that it reads. */
export function bodies(): MiddlewareHandler {
  const limits = new Map([...rules.map(([, each]) => each), OTHERS].map((each) => [each, limit(each.most)]));
  return async function limitBodies(context, next) {
    const { method, raw, path } = context.req;
    // Looking for the body of a read, which has none, makes the whole request anew.
    if (READING_METHODS.has(method) || raw.body === null) return next();
    const rule = bodiesOf(path);
    const type = raw.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
    const chunked = raw.headers.has('Transfer-Encoding');
    const said = chunked || Number(raw.headers.get('Content-Length')) > 0;
    if (type === undefined ? said : !rule.types.includes(type)) {
      return refuse(context, 415, `The Content-Type must be ${rule.types.join(' or ')}`);
    }
    if (chunked && rule.most > MOST_UNTOLD) return refuse(context, 411, 'The Content-Length is missing');
    return limits.get(rule)?.(context, next);
  };
}

function bodiesOf(path: string): Bodies {
  // React Router takes an address in capitals for the same.
  const page = path.replace(/(\/_)?\.data$/, '').toLowerCase();
  return rules.find(([pattern]) => pattern.test(page))?.[1] ?? OTHERS;
}

function limit(maxSize: number): MiddlewareHandler {
  return bodyLimit({ maxSize, onError: (context) => refuse(context, 413, 'Too large') });
}

/** What is left of the body is not read: nothing more can come over this connection. */
function refuse(context: Context, status: 411 | 413 | 415, error: string) {
  return context.json({ error }, status, { Connection: 'close' });
}
