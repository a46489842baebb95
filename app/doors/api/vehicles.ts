import { listApiVehicles } from './read-vehicles.server.ts';
import { serveApi } from './serve-api.server.ts';
import type { Route } from './+types/vehicles.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

/** See docs/api.md. */
export function loader(served: Route.LoaderArgs) {
  return serveApi(served, handlers);
}

export function action(served: Route.ActionArgs) {
  return serveApi(served, handlers);
}

const handlers: Parameters<typeof serveApi>[1] = {
  listVehicles: async ({ transaction, query }) => ({
    body: await listApiVehicles(transaction, { ...query, limit: Number(query.limit) }),
  }),
};
