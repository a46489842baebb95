import { matchesWordStarts, normalizeWords } from '#core/values/word-match.ts';

/** Maximum age in days. Older requests are not compared with new stock. */
export const MAX_MATCH_AGE = 90;

/** Maximum of mails about new stock for one request. Its email is not confirmed. */
export const MAX_MATCH_MAILS = 3;

/** Maximum of mails about new stock to one email within a day, for all of its requests. */
export const MAX_MATCH_MAILS_A_DAY = 5;

/** Maximum of parts that came into stock in one thread. More would be no news. */
export const MAX_MATCHES = 20;

export interface WantedPart {
  partId: string | null;
  make: string | null;
  model: string | null;
  /** Example: '2015'. */
  year: string | null;
  partName: string;
}

export interface ArrivedPart {
  id: string;
  name: string;
  category: string;
  oemNumber: string | null;
  make: string | null;
  model: string | null;
  year: number | null;
}

/**
 * Tells whether a request asks for a part: for this very part, or for one for the same vehicle whose name, category and OEM
 * number have all words of the requested name. A request without a vehicle matches its own part only.
 */
export function isWanted(part: ArrivedPart, request: WantedPart): boolean {
  if (request.partId === part.id) return true;
  if (!request.make) return false;
  const isSameVehicle =
    isSame(request.make, part.make) &&
    (!request.model || isSame(request.model, part.model)) &&
    (!request.year || Number(request.year) === part.year);
  return (
    isSameVehicle &&
    matchesWordStarts([part.name, part.category, part.oemNumber ?? ''].join(' '), request.partName)
  );
}

/** Ignores case and punctuation. */
function isSame(one: string, other: string | null): boolean {
  return other !== null && normalizeWords(one).join(' ') === normalizeWords(other).join(' ');
}
