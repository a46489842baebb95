import type { RequestListener } from 'node:http';
import { readCookie, setCookie } from '#domain/cookie.ts';
import type { Notifications } from '../database/notifications.ts';
import { formatPosition, POSITION, readPosition } from '../database/position.ts';

const COOKIE = { name: 'partyard.written', path: '/' };

/** News take milliseconds to a process that hears of them at all. */
const MAX_AGE_SECONDS = 60;

export interface OwnWrites {
  /** Adds the cookie to the response of a request that has changed what pages show. */
  note(response: Response): Response;
  /** Lets requests wait until this process has heard of what their visitor has changed. */
  waitFor(next: RequestListener): RequestListener;
}

/** Visitors see their own changes at processes of other machines, too: a cookie has the position of the last one. */
export function createOwnWrites({
  notifications,
  siteUrl,
}: {
  notifications: Pick<Notifications, 'caughtUp' | 'heardTo'>;
  siteUrl: string;
}): OwnWrites {
  async function answerWhenHeard(next: RequestListener, ...exchange: Parameters<RequestListener>) {
    await notifications.caughtUp();
    next(...exchange);
  }

  return {
    note(response) {
      const { heardTo } = notifications;
      if (heardTo === undefined) return response;
      const noted = new Response(response.body, response);
      noted.headers.append(
        'Set-Cookie',
        setCookie(COOKIE, siteUrl, formatPosition(heardTo), MAX_AGE_SECONDS),
      );
      return noted;
    },
    waitFor(next) {
      return function answerAfterOwnWrites(incoming, outgoing) {
        const written = readCookie(COOKIE, siteUrl, incoming.headers.cookie ?? null, POSITION);
        // At the same position, the database may not have told of the change yet.
        if (written === undefined || (notifications.heardTo ?? -1n) > readPosition(written))
          return next(incoming, outgoing);
        void answerWhenHeard(next, incoming, outgoing);
      };
    },
  };
}
