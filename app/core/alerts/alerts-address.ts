import { type AlertKind, isAlertKind } from './alert.ts';

/** The state of the tab, kept in its address. */
export interface AlertsQuery {
  state: 'open' | 'settled';
  kind?: AlertKind | undefined;
  /** Both are cursors. */
  before?: string | undefined;
  after?: string | undefined;
}

export function readAlertsQuery(parameters: URLSearchParams): AlertsQuery {
  const kind = parameters.get('kind');
  return {
    state: parameters.get('state') === 'settled' ? 'settled' : 'open',
    ...(isAlertKind(kind) && { kind }),
    before: parameters.get('before') ?? undefined,
    after: parameters.get('after') ?? undefined,
  };
}

export function alertsAddress({ state, kind, before, after }: AlertsQuery): string {
  const parameters = new URLSearchParams({
    ...(state === 'settled' && { state }),
    ...(kind && { kind }),
    ...(before && { before }),
    ...(after && { after }),
  });
  return parameters.size > 0 ? `/admin/alerts?${parameters}` : '/admin/alerts';
}
