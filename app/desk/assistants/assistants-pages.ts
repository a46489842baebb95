import { choice, listAddress, type QueryOf } from '#core/values/list-address.ts';

const PATH = '/admin/assistants';

export const missedSorts = { often: 'Most frequent first', new: 'Newest first' } as const;

export const platformsList = listAddress(PATH, {});
export const missedList = listAddress(`${PATH}/missed`, { sort: choice(missedSorts) });
export const eventsList = listAddress(`${PATH}/events`, {});

export type MissedQuery = QueryOf<typeof missedList>;

export const TRY_PATH = `${PATH}/try`;

/** Answers a request of the form there. */
export const TRY_ANSWER = `${PATH}/try/answer`;

/** The pages about assistants, in the order of their links. */
export const assistantsPages = [
  { name: 'Platforms', address: platformsList.path },
  { name: 'Not found', address: missedList.path },
  { name: 'Events', address: eventsList.path },
  { name: 'Try a request', address: TRY_PATH },
];
