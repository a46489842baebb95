import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';

/** Matches pages and their data, but not streamed documents such as feeds. */
export const PAGE_TYPES = /^(text\/html|text\/x-script|application\/json)\b/;

/** A smaller answer fits into one packet without compression. */
const MIN_BYTES = 1_024;

const COMPRESSION = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotli = promisify(brotliCompress);

/** Compresses a whole page, outside of the thread that serves requests. */
export function compressBrotli(body: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return brotli(body, COMPRESSION);
}

export const compressGzip = promisify(gzip);

/** True if an Accept-Encoding header names this encoding and does not refuse it. */
export function accepts(accepted: string, encoding: 'br' | 'gzip'): boolean {
  return accepted.split(',').some((each) => {
    const [name, quality = ''] = each.split(';');
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality);
  });
}

/** Compresses by Brotli if an Accept-Encoding header allows it, and adds the headers that say so. */
export async function encodePage(
  body: Uint8Array<ArrayBuffer>,
  accepted: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  if (body.length < MIN_BYTES || !accepts(accepted, 'br'))
    return { bytes: body, headers: { 'content-length': String(body.length) } };
  const bytes = await compressBrotli(body);
  return {
    bytes,
    headers: { 'content-length': String(bytes.length), 'content-encoding': 'br', vary: 'Accept-Encoding' },
  };
}

/** Compresses pages as a whole by Brotli, and other texts as streams by gzip. No Accept-Encoding means no Vary header. */
export function compressPages(): MiddlewareHandler {
  const compressStream = compress();
  return (context, next) => {
    const accepted = context.req.header('Accept-Encoding');
    if (!accepted) return next();
    return compressStream(context, async () => {
      await next();
      const { headers, body, status } = context.res;
      const isChangeable =
        !headers.has('Content-Encoding') && !headers.get('Cache-Control')?.includes('no-transform');
      const isPage = isChangeable && PAGE_TYPES.test(headers.get('Content-Type') ?? '');
      if (!isPage || !body || context.req.method === 'HEAD' || !accepts(accepted, 'br')) return;
      const encoded = await encodePage(new Uint8Array(await context.res.arrayBuffer()), accepted);
      const sent = new Headers(headers);
      for (const [name, value] of Object.entries(encoded.headers)) sent.set(name, value);
      // Otherwise, Hono merges the headers of both responses.
      context.res = undefined;
      context.res = new Response(encoded.bytes, { status, headers: sent });
    });
  };
}
