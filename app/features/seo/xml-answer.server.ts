import type { RequestInfo } from '#services';
import { streamed, takePlace } from './streams.server.ts';

/** For how long others may keep what they have read, in seconds. */
const KEPT = 600;

interface XmlAnswerOptions {
  request: Request;
  info: RequestInfo;
  /** The document in pieces; its first is made before anything is answered. Without any, there is no such document. */
  pieces: () => AsyncGenerator<string>;
}

/** A document that is sent as it is made, with a place among those who read one. */
export async function xmlAnswer({ request, info, pieces }: XmlAnswerOptions): Promise<Response> {
  const release = takePlace(info.clientAddress);
  if (!release) {
    return new Response('Too many long answers are being read at once.', {
      status: 429,
      headers: { 'Retry-After': '60', 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
  const document = pieces();
  const first = await document.next().catch((error: unknown) => {
    release();
    throw error;
  });
  if (first.done) {
    release();
    return notThere();
  }
  const headers = {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': `public, max-age=${KEPT}`,
  };
  if (request.method === 'HEAD') {
    release();
    await document.return(undefined);
    return new Response(null, { headers });
  }
  return new Response(streamed(goingOn(first.value, document, info), { onEnd: release }), { headers });
}

export function notThere(): Response {
  return new Response('Not found', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}

async function* goingOn(first: string, rest: AsyncGenerator<string>, info: RequestInfo) {
  try {
    yield first;
    yield* rest;
  } catch (error) {
    // The status is sent already: the reader only sees that the answer breaks off.
    info.logError(error);
    throw error;
  }
}
