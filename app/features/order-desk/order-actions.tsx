import type { OrderPageData } from './read-order-page.server.ts';

/** What can be done with an order. */
export function OrderActions(props: { order: OrderPageData }) {
  void props;
  return null;
}
