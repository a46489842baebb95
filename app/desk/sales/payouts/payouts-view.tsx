import type { ListPage } from '#core/platform/list-page.server.ts';
import type { MissingMoney } from '#core/sales/payout-differences.server.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { EmptyState } from '#kit/empty-state.tsx';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { PayoutRow } from './list-payouts.server.ts';
import { formatDay, Named, PayoutAgreement, PayoutStateBadge } from './payout-badges.tsx';
import { payoutsList } from './payouts-address.ts';

interface PayoutsViewProps {
  /** True if the shop has no keys of the provider. */
  testPayments: boolean;
  list: ListPage<PayoutRow>;
  /** Money of the shop that is in no payout. */
  missing: MissingMoney[];
}

export function PayoutsView({ testPayments, list, missing }: PayoutsViewProps) {
  return (
    <>
      <ScreenHead title="Payouts" back={{ to: '/admin/sales', label: 'Sales' }} />
      {list.rows.length === 0 && !list.previous ? (
        <EmptyState title="No payouts yet" icon="BadgeDollarSign">
          {testPayments
            ? 'This shop uses the test payment page, and no money moves. Payouts appear here once it has the keys of Stripe.'
            : 'The shop asks Stripe once a day. A payout appears here once Stripe has listed its transactions.'}
        </EmptyState>
      ) : (
        <>
          <p className="-mt-2 mb-4 max-w-prose text-muted">
            What Stripe has sent to your bank, compared with the payments, refunds and disputes of the shop.
            The shop asks once a day.
          </p>
          {missing.length > 0 && <Missing missing={missing} />}
          <ListTable label="Payouts" columns={columns} rows={list.rows} />
          <Pages
            previous={list.previous && payoutsList.write({ before: list.previous })}
            next={list.next && payoutsList.write({ after: list.next })}
          />
        </>
      )}
    </>
  );
}

const columns: Column<PayoutRow>[] = [
  {
    label: 'Arrives',
    card: 'title',
    className: 'whitespace-nowrap',
    cell: ({ id, arrivesOn }) => (
      <TextLink to={payoutsList.write({}, `${payoutsList.path}/${id}`)}>{formatDay(arrivesOn)}</TextLink>
    ),
  },
  { label: 'State', card: 'corner', cell: ({ state }) => <PayoutStateBadge state={state} /> },
  { label: 'Amount', card: 'fact', numeric: true, cell: (row) => formatDollars(row.amountCents) },
  {
    label: 'Fees',
    card: 'fact',
    numeric: true,
    cell: (row) => <Named name="Fees">{formatDollars(row.feeCents)}</Named>,
  },
  { label: 'Compared', card: 'fact', cell: (row) => <PayoutAgreement payout={row} /> },
];

function Missing({ missing }: { missing: MissingMoney[] }) {
  const { timeZone } = useShop();
  return (
    <section aria-labelledby="missing" className="mb-6">
      <h2 id="missing" className="mb-2">
        In no payout
      </h2>
      <p className="mb-3 max-w-prose text-muted">
        Payments and refunds of the shop that should be in a payout by now: payouts that are 10 days younger
        were read.
      </p>
      <ListTable label="In no payout" columns={missingColumns(timeZone)} rows={missing} />
    </section>
  );
}

function missingColumns(timeZone: string): Column<MissingMoney>[] {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  return [
    {
      label: 'Order',
      card: 'title',
      cell: ({ orderNumber }) => (
        <TextLink to={`/admin/orders/${formatOrderNumber(orderNumber)}`}>
          {formatOrderNumber(orderNumber)}
        </TextLink>
      ),
    },
    { label: 'What', card: 'corner', cell: ({ kind }) => (kind === 'payment' ? 'Payment' : 'Refund') },
    { label: 'Amount', card: 'fact', numeric: true, cell: ({ cents }) => formatDollars(cents) },
    { label: 'Date', card: 'fact', cell: ({ at }) => day.format(new Date(at)) },
    { label: 'At Stripe', card: 'body', className: 'wrap-anywhere', cell: ({ id }) => id },
  ];
}
