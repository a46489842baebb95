import { OFFLINE_WORKER_POLICY, offlineWorker, REMOVED_WORKER } from '../frame/offline-worker.server.ts';
import { shopContext } from '#services';
import { settingsContext } from '#settings';
import type { Route } from './+types/offline-worker.ts';

/** Browsers ask for it after each visit, and replace the worker if it has changed. */
export function loader({ context }: Route.LoaderArgs) {
  const { business } = context.get(settingsContext);
  const script = context.get(shopContext).offlinePage ? offlineWorker(business) : REMOVED_WORKER;
  return new Response(script, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': OFFLINE_WORKER_POLICY,
    },
  });
}
