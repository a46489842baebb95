import type { RequestInfo } from '#core/platform/request.server.ts';
import { createStream, acquireSlot } from './streams.server.ts';

const MAX_AGE_SECONDS = 600;

interface XmlResponseOptions {
  request: Request;
  info: RequestInfo;
  /** The first chunk is read before the response, which is a 404 if there is none. */
  chunks: () => AsyncGenerator<string>;
}

export async function xmlResponse({ request, info, chunks }: XmlResponseOptions): Promise<Response> {
  const release = acquireSlot(info.clientAddress);
  if (!release) {
    return new Response('Too many downloads at once. Please try again in a minute.', {
      status: 429,
      headers: { 'Retry-After': '60', 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
  const document = chunks();
  const first = await document.next().catch((error: unknown) => {
    release();
    throw error;
  });
  if (first.done) {
    release();
    return notFound();
  }
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
  };
  if (request.method === 'HEAD') {
    release();
    await document.return(undefined);
    return new Response(null, { headers });
  }
  return new Response(createStream(logFailure(first.value, document, info), { onEnd: release }), { headers });
}

export function notFound(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

async function* logFailure(first: string, rest: AsyncGenerator<string>, info: RequestInfo) {
  try {
    yield first;
    yield* rest;
  } catch (error) {
    // The status is already sent, so the client sees an aborted response.
    info.logError(error);
    throw error;
  }
}
