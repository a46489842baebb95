import { choice, listAddress, type QueryOf } from '#core/values/list-address.ts';

/** Name in addresses -> title. The first one is shown first. */
export const importViews = { all: 'All', failed: 'Failed in the last 30 days' } as const;

export const importsList = listAddress('/admin/import', { show: choice(importViews) });

export type ImportsQuery = QueryOf<typeof importsList>;
