import { answerAction } from '#core/platform/answer-action.server.ts';
import type { RouterContextProvider } from 'react-router';
import type { ActionResult } from '#core/values/action-result.ts';

/** Constraints that an admin's change can violate. */
const constraintMessages: Record<string, string> = {
  parts_catalog_stock_number_key: 'another part has this stock number',
  hidden_parts_stock_number_key: 'a hidden part has this stock number',
  hidden_parts_pkey: 'it was added already',
  parts_catalog_pkey: 'it was added already',
  parts_catalog_held_within_stock: 'open payments hold more than that',
  returns_step_possible: 'someone else has just changed this return. Reload the page',
  returns_of_paid_order: 'the order was refunded, or its payment is disputed',
  return_lines_within_order: 'some of its units were refunded, or are in another return',
  returns_refunded_once: 'a refund is on its way',
  refund_lines_within_order: 'some of its units were already refunded',
  order_lines_returned_were_shipped: 'some of its units have come back',
  order_lines_units_back_once: 'some of its units are already back in stock, or written off',
  order_lines_refunded_not_to_ship: 'some of its units would be shipped though they are refunded',
  shipment_lines_within_order: 'fewer units are left to ship',
  unit_ledger_part_exists: 'the part does not exist anymore',
  refunds_within_payment: 'that is more than the rest of the payment',
  refunds_method_of_payment: 'choose how you refunded the money at the counter',
  quotes_open: 'the quote is no longer open',
  quote_links_count: 'this quote has 20 links already. Use one of them, or make a new quote',
  quote_links_address: 'the quote has no email address',
  refunds_within_staff_limit: 'that is more than staff may refund. Ask an admin',
};

/** Answers a resource route as JSON, until its screen has the action. */
export async function respondWithResult(
  context: Readonly<RouterContextProvider>,
  failure: string,
  work: () => Promise<ActionResult>,
): Promise<Response> {
  const { data: result, init } = await answerAction(context, failure, work, constraintMessages);
  return Response.json(result, { status: init?.status ?? 200 });
}
