import { choice, listAddress, type QueryOf } from '#core/values/list-address.ts';

export const payoutsList = listAddress('/admin/sales/payouts', {});

export const transactionViews = { all: 'All', problems: 'To look at' };

/** Describes the address of a payout's page, which lists its transactions. */
export function transactionsList(payoutId: string) {
  return listAddress(`/admin/sales/payouts/${encodeURIComponent(payoutId)}`, {
    show: choice(transactionViews),
  });
}

export type TransactionsQuery = QueryOf<ReturnType<typeof transactionsList>>;
