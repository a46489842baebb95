import { useLatestList } from '#core/live/ui/use-latest-list.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import { deskReturnAddress } from '#core/returns/returns-address.ts';
import { ReturnKindBadge, ReturnStateBadge } from '#core/returns/ui/return-badges.tsx';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { describeList, ListStatus } from '#kit/list/list-status.tsx';
import { type Column, ListTable } from '#kit/list/list-table.tsx';
import { ListToolbar } from '#kit/list/list-toolbar.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useNow } from '#kit/use-now.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { ReturnList, ReturnRow } from '#core/returns/list-returns.server.ts';
import { returnsList, type ReturnsQuery, returnViews } from '#core/returns/returns-list.ts';

interface ReturnsViewProps {
  query: ReturnsQuery;
  list: ReturnList;
  /** Number of the newest change before the list was read. */
  asOf: number;
}

export function ReturnsView(loaded: ReturnsViewProps) {
  const { latest, changes } = useLatestList<ReturnRow, ReturnsViewProps>('admin:returns', loaded);
  const { query, list } = latest;
  const now = useNow(list.readAt);
  const first = returnsList.first(query);
  return (
    <>
      <ScreenHead title="Returns" />
      <ListToolbar
        label="Returns"
        views={returnsList
          .links(query, 'view', returnViews)
          .map((link) => Object.assign(link, { count: list.counts[link.value].toLocaleString('en-US') }))}
        kept={returnsList.write({ ...first, q: '' })}
        q={query.q}
        searchLabel="Search returns"
        placeholder="RMA number, order number, name, part"
      />
      <ListStatus changes={changes}>{describeList(list.rows, query.q, 'Newest first')}</ListStatus>
      {list.rows.length === 0 ? (
        <EmptyState title="No returns found">
          {query.q ? 'No returns in this view match.' : 'There is no return in this view.'}
        </EmptyState>
      ) : (
        <ListTable label="Returns" columns={listColumns(now)} rows={list.rows} />
      )}
      <Pages
        previous={list.previous && returnsList.write({ ...first, before: list.previous })}
        next={list.next && returnsList.write({ ...first, after: list.next })}
      />
    </>
  );
}

function listColumns(now: string): Column<ReturnRow>[] {
  return [
    {
      label: 'Number',
      card: 'title',
      className: 'whitespace-nowrap',
      cell: (row) => (
        <>
          <TextLink to={deskReturnAddress(row.number)} className="inline-flex min-h-6 items-center">
            {formatReturnNumber(row.number)}
          </TextLink>
          <p className="text-sm font-normal text-muted">{formatOrderNumber(row.orderNumber)}</p>
        </>
      ),
    },
    {
      label: 'Parts',
      card: 'body',
      className: 'min-w-56',
      cell: (row) => (
        <>
          <p className="font-semibold wrap-anywhere">{row.parts}</p>
          <Reason row={row} />
        </>
      ),
    },
    { label: 'Buyer', card: 'fact', className: 'wrap-anywhere', cell: (row) => row.customerName },
    { label: 'State', card: 'corner', cell: (row) => <ReturnStateBadge state={row.state} /> },
    {
      label: 'Asked',
      card: 'fact',
      className: 'min-w-32',
      cell: (row) => <Ago time={row.askedAt} now={now} />,
    },
  ];
}

function Reason({ row: { kind, reason, photos } }: { row: ReturnRow }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
      {kind === 'return' ? reason : <ReturnKindBadge kind={kind} />}
      {photos > 0 && <span>{photos === 1 ? '1 photo' : `${photos} photos`}</span>}
    </p>
  );
}
