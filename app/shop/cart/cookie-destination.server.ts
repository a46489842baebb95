import { readCookie, setCookie } from '#core/values/cookie.ts';
import { usStates } from '#core/addresses/destination.ts';
import { type DestinationDraft, emptyDraft, enterZip } from '#core/checkout/destination-draft.ts';

const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

/** What a browser without scripts has entered. Only the cart reads it. */
const COOKIE = { name: 'partyard.destination' };

const FORMAT = /^[\w.*+%=&-]{1,1000}$/;

const MAX_LOCATION_LENGTH = 80;

export function readCookieDestination(request: Request, siteUrl: string): DestinationDraft {
  const value = readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), FORMAT);
  return readDestinationFields(new URLSearchParams(value));
}

export function cookieDestinationHeader(siteUrl: string, draft: DestinationDraft): string {
  const { liftgate, poBox, ...texts } = draft;
  const fields = { ...texts, ...(liftgate && { liftgate: 'on' }), ...(poBox && { poBox: 'on' }) };
  return setCookie(COOKIE, siteUrl, new URLSearchParams(fields).toString(), MAX_AGE_SECONDS);
}

/** Of the form and of the cookie. What is not possible is dropped. */
export function readDestinationFields(fields: FormData | URLSearchParams): DestinationDraft {
  const text = (name: keyof DestinationDraft) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [kind, country, state, location] = [text('kind'), text('country'), text('state'), text('location')];
  return {
    ...emptyDraft,
    kind: kind === 'ship' || kind === 'pickup' ? kind : '',
    country: /^[A-Z]{2}$/.test(country) ? country : 'US',
    ...enterZip(
      { ...emptyDraft, state: Object.hasOwn(usStates, state) ? state : '' },
      text('zip').replaceAll(/\D/g, '').slice(0, 5),
    ),
    place: text('place') === 'business' ? 'business' : 'residential',
    liftgate: text('liftgate') === 'on',
    poBox: text('poBox') === 'on',
    location: location.length <= MAX_LOCATION_LENGTH ? location : '',
  };
}
