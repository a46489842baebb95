import { choice, listAddress, optional, type QueryOf } from '#core/values/list-address.ts';
import { alertTexts } from './alert.ts';

/** Name in addresses -> title. The first one is shown first. */
export const alertStates = { open: 'Open', settled: 'Settled' } as const;

export const alertsList = listAddress('/admin/alerts', {
  state: choice(alertStates),
  kind: optional(alertTexts),
});

export type AlertsQuery = QueryOf<typeof alertsList>;
