/** What a request asks for: path and query in their one spelling, or why they can't be read. */
export type Target = { target: string } | { problem: string };

const UNREADABLE = 'This address cannot be read.';
const WRONG_HOST = 'The Host header must name one host.';

/** A host's name, or an IPv6 address, and a port. */
const HOST = /^([a-z\d._-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** What no part of a path may be, however it is written: a step to elsewhere, also with parameters (`..;a=b`). */
const DOT_SEGMENT = /^\.\.?(;.*)?$/;

// oxlint-disable-next-line no-control-regex -- It looks for them.
const CONTROL = /[\0-\x1f\x7f]/;

/**
 * Reads the target of a request as it stands in its first line (RFC 9112, section 3.2) for the host that it names.
 *
 * A path gets its one spelling (RFC 3986, section 6.2.2): nothing is escaped that needs no escape, everything that does
 * is, there are no empty segments and no slash at the end. The query stays as it is. Dot segments, backslashes, control
 * characters, fragments and escapes of no character are refused: who sends them tries to reach one address by the
 * name of another.
 *
 * @param hosts the values of all Host headers
 */
export function readTarget(target: string, hosts: readonly string[]): Target {
  const [host = ''] = hosts;
  if (hosts.length !== 1 || !isHost(host)) return { problem: WRONG_HOST };
  const local = withoutOrigin(target, host);
  if (!local?.startsWith('/') || !/^[!-~]+$/.test(local) || local.includes('#'))
    return { problem: UNREADABLE };
  const mark = local.indexOf('?');
  const path = onePath(mark === -1 ? local : local.slice(0, mark));
  if (path === undefined) return { problem: UNREADABLE };
  return { target: mark === -1 ? path : path + local.slice(mark) };
}

function isHost(host: string): boolean {
  const [, name] = HOST.exec(host) ?? [];
  if (name === undefined || !URL.canParse(`http://${host}`)) return false;
  // Numbers are read as addresses: 127.1 is 127.0.0.1.
  return new URL(`http://${host}`).hostname === name.toLowerCase();
}

/** Clients of a proxy send the whole address; it must name the host that the Host header names. */
function withoutOrigin(target: string, host: string): string | undefined {
  const [, named, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (named === undefined) return target;
  if (named.toLowerCase() !== host.toLowerCase()) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function onePath(path: string): string | undefined {
  if (path.includes('\\')) return undefined;
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.every(isSegment) ? `/${segments.map(oneSpelling).join('/')}` : undefined;
}

function isSegment(segment: string): boolean {
  const text = decoded(segment);
  return (
    text !== undefined && !CONTROL.test(text) && !text.split(/[/\\]/).some((piece) => DOT_SEGMENT.test(piece))
  );
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function oneSpelling(segment: string): string {
  return segment
    .replaceAll(/%[\da-f]{2}/gi, (escape) => {
      const byte = Number.parseInt(escape.slice(1), 16);
      const letter = String.fromCharCode(byte);
      // What is more than one byte is no letter yet.
      return byte < 0x80 && encodeURIComponent(letter) === letter ? letter : escape.toUpperCase();
    })
    .replaceAll(/["<>[\]^`{|}]/g, encodeURIComponent);
}
