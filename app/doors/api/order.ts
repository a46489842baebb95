import { parseOrderNumber } from '#core/values/order-number.ts';
import { ApiProblem } from '#core/api/problem.server.ts';
import { readApiOrder } from './read-orders.server.ts';
import { serveApi } from './serve-api.server.ts';
import type { Route } from './+types/order.ts';

export { longJson as accepts } from '#core/values/accepts.ts';

/** See docs/api.md. */
export function loader(served: Route.LoaderArgs) {
  return serveApi(served, handlersFor(served.params.number));
}

export function action(served: Route.ActionArgs) {
  return serveApi(served, handlersFor(served.params.number));
}

function handlersFor(text: string): Parameters<typeof serveApi>[1] {
  return {
    readOrder: async ({ transaction }) => {
      const number = parseOrderNumber(text);
      const order = number === undefined ? undefined : await readApiOrder(transaction, number);
      if (!order) throw new ApiProblem(404, 'There is no paid order with this number');
      return { body: order };
    },
  };
}
