import { transactionKinds } from '#core/payments/payout.ts';
import type { ListPage } from '#core/platform/list-page.server.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { Badge } from '#kit/badge.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ViewLinks } from '#kit/list/view-links.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { StatCard, StatCards } from '#kit/stat-card.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { PayoutRow, TransactionRow } from './list-payouts.server.ts';
import { formatDay, Named, PayoutAgreement, PayoutStateBadge } from './payout-badges.tsx';
import {
  payoutsList,
  transactionsList,
  type TransactionsQuery,
  transactionViews,
} from './payouts-address.ts';

interface PayoutViewProps {
  payout: PayoutRow;
  query: TransactionsQuery;
  list: ListPage<TransactionRow>;
}

export function PayoutView({ payout, query, list }: PayoutViewProps) {
  const { timeZone } = useShop();
  const address = transactionsList(payout.id);
  const first = address.first(query);
  const differenceCents = payout.amountCents - payout.netCents;
  return (
    <>
      <ScreenHead
        title={`Payout of ${formatDay(payout.arrivesOn)}`}
        back={{ to: payoutsList.path, label: 'Payouts' }}
        note={payout.id}
      >
        <PayoutStateBadge state={payout.state} />
        <PayoutAgreement payout={payout} />
      </ScreenHead>
      <StatCards>
        <StatCard label="Payout" value={formatDollars(payout.amountCents)} />
        <StatCard label="Payments" value={formatDollars(payout.paymentCents)} />
        <StatCard label="Refunds" value={formatDollars(payout.refundCents)} />
        <StatCard label="Disputes and other" value={formatDollars(payout.disputeCents + payout.otherCents)} />
        <StatCard label="Fees" value={formatDollars(-payout.feeCents)} />
        {payout.isComplete && (
          <StatCard
            label="Difference"
            value={formatDollars(differenceCents)}
            {...(differenceCents !== 0 && { alarming: true, note: 'payout minus its transactions' })}
          />
        )}
      </StatCards>
      <ViewLinks
        label="Transactions"
        views={address
          .links(query, 'show', transactionViews)
          .map((link) =>
            link.value === 'problems' ? Object.assign(link, { count: String(payout.problems) }) : link,
          )}
      />
      {list.rows.length === 0 ? (
        <EmptyState title="No transactions">
          {query.show === 'problems'
            ? 'The shop knows all transactions of this payout, with the same amounts.'
            : 'Nothing was read of this payout.'}
        </EmptyState>
      ) : (
        <ListTable label="Transactions" columns={listColumns(timeZone)} rows={list.rows} />
      )}
      <Pages
        previous={list.previous && address.write({ ...first, before: list.previous })}
        next={list.next && address.write({ ...first, after: list.next })}
      />
    </>
  );
}

/** A card leaves it out. */
const nothing = <span className="max-lg:hidden">–</span>;

function listColumns(timeZone: string): Column<TransactionRow>[] {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  return [
    {
      label: 'What',
      card: 'title',
      cell: ({ kind, type }) => (
        <>
          {transactionKinds[kind]}
          {kind === 'other' && <span className="text-sm font-normal text-muted"> {type}</span>}
        </>
      ),
    },
    {
      label: 'Date',
      card: 'fact',
      className: 'whitespace-nowrap',
      cell: ({ at }) => day.format(new Date(at)),
    },
    {
      label: 'Order',
      card: 'fact',
      cell: ({ orderNumber }) =>
        orderNumber === null ? (
          nothing
        ) : (
          <TextLink to={`/admin/orders/${formatOrderNumber(orderNumber)}`}>
            {formatOrderNumber(orderNumber)}
          </TextLink>
        ),
    },
    {
      label: 'Gross',
      card: 'fact',
      numeric: true,
      cell: (row) => <Named name="Gross">{formatDollars(row.grossCents)}</Named>,
    },
    {
      label: 'Fee',
      card: 'fact',
      numeric: true,
      cell: (row) => <Named name="Fee">{formatDollars(row.feeCents)}</Named>,
    },
    {
      label: 'Net',
      card: 'fact',
      numeric: true,
      cell: (row) => <Named name="Net">{formatDollars(row.netCents)}</Named>,
    },
    {
      label: 'Compared',
      card: 'body',
      className: 'wrap-anywhere',
      cell: (row) => <Problem row={row} />,
    },
  ];
}

function Problem({ row: { kind, problem, bookedCents, paymentId, id } }: { row: TransactionRow }) {
  if (problem === null) {
    const isOfShop = kind === 'payment' || kind === 'refund' || kind === 'dispute';
    return isOfShop ? <Badge tone="good">Agrees</Badge> : nothing;
  }
  return (
    <>
      <Badge tone="warning">
        {problem === 'unknown' ? 'Not in the shop' : `The shop has ${formatDollars(bookedCents ?? 0)}`}
      </Badge>
      <p className="mt-1 text-sm text-muted">{paymentId ?? id}</p>
    </>
  );
}
