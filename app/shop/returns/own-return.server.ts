import { data, type RouterContextProvider } from 'react-router';
import { parseReturnNumber } from '#core/returns/return-number.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { type OwnReturn, readOwnReturn } from './read-own-return.server.ts';
import { readReturnableOrder, type ReturnableOrder } from './returnable-order.server.ts';

interface OwnReturnArgs {
  request: Request;
  params: { number: string; rma: string };
  context: Readonly<RouterContextProvider>;
}

/** Finds a return that the visitor may see, of the order in the address. @throws a response with 404 */
export async function requireOwnReturn({
  request,
  params,
  context,
}: OwnReturnArgs): Promise<{ order: ReturnableOrder; found: OwnReturn }> {
  const number = parseReturnNumber(params.rma);
  const order = await readReturnableOrder(context, request, params.number);
  if (!order || number === undefined) throw data(null, { status: 404 });
  const { business } = context.get(settingsContext);
  const found = await order.run((transaction) =>
    readOwnReturn(transaction, { orderId: order.id, number }, business),
  );
  if (!found) throw data(null, { status: 404 });
  return { order, found };
}

export const privateHeaders = { 'Cache-Control': 'private, no-store' };
