import { hasVin } from '#core/vehicles/vin-text.ts';

export type Target = { target: string } | { problem: string };

const UNREADABLE = 'This address cannot be read.';
const WRONG_HOST = 'The Host header must name one host.';

const HOST = /^([a-z\d._-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Matches segments with parameters too, such as `..;a=b`. */
const DOT_SEGMENT = /^\.\.?(;.*)?$/;

// oxlint-disable-next-line no-control-regex -- Detects them.
const CONTROL = /[\0-\x1f\x7f]/;

/**
 * Normalizes a request target (RFC 9112, 3.2): minimal escapes (RFC 3986, 6.2.2), no empty segments, no trailing slash, a first
 * segment in small letters. Refuses disguises that attackers use, such as dot segments and backslashes.
 */
export function readTarget(target: string, hosts: readonly string[]): Target {
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !isHost(host)) return { problem: WRONG_HOST };
  const local = withoutOrigin(target, host);
  if (!local?.startsWith('/') || !/^[!-~]+$/.test(local) || local.includes('#'))
    return { problem: UNREADABLE };
  const mark = local.indexOf('?');
  const path = normalizePath(mark === -1 ? local : local.slice(0, mark));
  if (path === undefined) return { problem: UNREADABLE };
  return { target: mark === -1 ? path : path + local.slice(mark) };
}

function isHost(host: string): boolean {
  const [, name] = HOST.exec(host) ?? [];
  if (name === undefined || !URL.canParse(`http://${host}`)) return false;
  // URL expands short addresses: 127.1 becomes 127.0.0.1.
  return new URL(`http://${host}`).hostname === name.toLowerCase();
}

/** Proxy clients send a whole URL. Its host must match the Host header. */
function withoutOrigin(target: string, host: string): string | undefined {
  const [, named, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (named === undefined) return target;
  if (named.toLowerCase() !== host.toLowerCase()) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function normalizePath(path: string): string | undefined {
  if (path.includes('\\')) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  if (!segments.every(isSegment)) return undefined;
  const [first = '', ...others] = segments.map(normalizeSegment);
  // No route or file begins with a capital.
  const begin = /^[a-z-]+$/i.test(first) ? first.toLowerCase() : first;
  return `/${[begin, ...others].join('/')}`;
}

function isSegment(segment: string): boolean {
  const text = decode(segment);
  return (
    text !== undefined && !CONTROL.test(text) && !text.split(/[/\\]/).some((part) => DOT_SEGMENT.test(part))
  );
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function normalizeSegment(segment: string): string {
  return segment
    .replaceAll(/%[\da-f]{2}/gi, (escape) => {
      const byte = Number.parseInt(escape.slice(1), 16);
      const letter = String.fromCharCode(byte);
      // Characters of several bytes stay escaped.
      return byte < 0x80 && encodeURIComponent(letter) === letter ? letter : escape.toUpperCase();
    })
    .replaceAll(/["<>[\]^`{|}]/g, encodeURIComponent);
}

/** Shoppers can type into these. */
const TYPED = ['q', 'vin', 'make', 'model', 'part', 'oem'];

/** Tells whether a shopper's search contains a VIN: without JavaScript, a form sends it in the address. */
export function hasVinParameter(target: string): boolean {
  const mark = target.indexOf('?');
  if (mark === -1 || target.startsWith('/admin')) return false;
  const parameters = new URLSearchParams(target.slice(mark));
  return TYPED.some((name) => parameters.getAll(name).some(hasVin));
}
