import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { SAFE_METHODS } from './same-origin.ts';

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

const JSON_ONLY = ['application/json'];
const FORM = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** A body without Content-Length is buffered before authentication. */
const MAX_UNDECLARED = 256 * KILOBYTE;

interface BodyRule {
  maxSize: number;
  types: readonly string[];
}

/** The first rule that matches applies, also for the data of a page. */
const rules: readonly (readonly [path: RegExp, rule: BodyRule])[] = [
  // Fits a picture of 10 MB and its form. Other users than admins are refused before the body is read.
  [/^\/admin\/part\/[^/]+$/, { maxSize: 11 * MEGABYTE, types: FORM }],
  [/^\/admin\/part\/[^/]+\/pictures$/, { maxSize: 11 * MEGABYTE, types: FORM }],
  // Fits 40,000 characters of up to three bytes, sent as multipart/form-data.
  [/^\/admin\/settings\/legal$/, { maxSize: 128 * KILOBYTE, types: FORM }],
  // Fits a logo and its form.
  [/^\/admin\/settings$/, { maxSize: 11 * MEGABYTE, types: FORM }],
  // Fits a photograph and its form.
  [/^\/admin\/orders\/[^/]+$/, { maxSize: 11 * MEGABYTE, types: FORM }],
  [/^\/admin\/returns\/[^/]+$/, { maxSize: 11 * MEGABYTE, types: FORM }],
  [/^\/orders\/[^/]+\/returns\/[^/]+$/, { maxSize: 11 * MEGABYTE, types: FORM }],
  // Fits a file of 8 MB and its form.
  [/^\/admin\/settings\/tax$/, { maxSize: 9 * MEGABYTE, types: FORM }],
  // Fits a chunk of a file.
  [
    /^\/admin\/part-import\/[^/]+\/(pieces|pictures)\/[^/]+$/,
    { maxSize: 2 * MEGABYTE, types: ['application/octet-stream'] },
  ],
  // Fits the fields of 300 columns.
  [/^\/admin\/part-import\/[^/]+$/, { maxSize: 128 * KILOBYTE, types: FORM }],
  // Fits a note of 5,000 characters of up to four bytes.
  [/^\/admin\/customers\/[^/]+$/, { maxSize: 32 * KILOBYTE, types: FORM }],
  [/^\/admin(\/|$)/, { maxSize: 16 * KILOBYTE, types: FORM }],
  [/^\/profile\/avatar$/, { maxSize: MEGABYTE, types: JSON_ONLY }],
  [/^\/(auth\/(confirm|invitation)|reset-password)$/, { maxSize: 16 * KILOBYTE, types: FORM }],
  [/^\/(profile\/)?back-in-stock$/, { maxSize: 16 * KILOBYTE, types: FORM }],
  [/^\/(profile|auth)\//, { maxSize: 16 * KILOBYTE, types: JSON_ONLY }],
  // Forms without JavaScript use up to nine bytes for a character.
  [/^\/(request|contact)$/, { maxSize: 100 * KILOBYTE, types: FORM }],
  [/^\/test-payment\/[^/]+$/, { maxSize: 16 * KILOBYTE, types: FORM }],
  [/^\/functions\/v1\/cancel-payment$/, { maxSize: 4 * KILOBYTE, types: FORM }],
  [/^\/functions\/v1\/payment-webhook$/, { maxSize: 256 * KILOBYTE, types: [...JSON_ONLY, 'text/plain'] }],
  [/^\/rpc\/[^/]+$/, { maxSize: 64 * KILOBYTE, types: JSON_ONLY }],
  [/^\/api\/v1\//, { maxSize: 64 * KILOBYTE, types: JSON_ONLY }],
  [/^\/functions\/v1\/create-payment$/, { maxSize: 100 * KILOBYTE, types: JSON_ONLY }],
  [/^\/functions\/v1\//, { maxSize: 64 * KILOBYTE, types: JSON_ONLY }],
];

const DEFAULT_RULE: BodyRule = { maxSize: 64 * KILOBYTE, types: [...JSON_ONLY, ...FORM] };

export function limitBodies(): MiddlewareHandler {
  const limits = new Map(
    [...rules.map(([, rule]) => rule), DEFAULT_RULE].map((rule) => [rule, limitSize(rule.maxSize)]),
  );
  return async function limitBody(context, next) {
    const { method, raw, path } = context.req;
    // Checking the body of a GET request would make Hono create a new request.
    if (SAFE_METHODS.has(method) || raw.body === null) return next();
    const rule = findRule(path);
    const type = raw.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
    const chunked = raw.headers.has('Transfer-Encoding');
    const hasBody = chunked || Number(raw.headers.get('Content-Length')) > 0;
    if (type === undefined ? hasBody : !rule.types.includes(type)) {
      return refuse(context, 415, `The Content-Type must be ${rule.types.join(' or ')}`);
    }
    if (chunked && rule.maxSize > MAX_UNDECLARED)
      return refuse(context, 411, 'The Content-Length is missing');
    return limits.get(rule)?.(context, next);
  };
}

function findRule(path: string): BodyRule {
  const page = path.replace(/(\/_)?\.data$/, '').toLowerCase();
  return rules.find(([pattern]) => pattern.test(page))?.[1] ?? DEFAULT_RULE;
}

function limitSize(maxSize: number): MiddlewareHandler {
  return bodyLimit({ maxSize, onError: (context) => refuse(context, 413, 'Too large') });
}

/** The rest of the body is not read, so the connection can't be reused. */
function refuse(context: Context, status: 411 | 413 | 415, error: string) {
  return context.json({ error }, status, { Connection: 'close' });
}
