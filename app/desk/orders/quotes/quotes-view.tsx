import { formatOrderNumber } from '#core/values/order-number.ts';
import { formatDollars } from '#core/values/money.ts';
import { type QuoteState, quoteStateLabels } from '#core/orders/quotes/quote.ts';
import { useLatestList } from '#core/live/ui/use-latest-list.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Link } from '#kit/link.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ListStatus } from '#kit/list/list-status.tsx';
import { ViewLinks } from '#kit/list/view-links.tsx';
import {
  newSaleAddress,
  quoteAddress,
  quotesList,
  type QuotesQuery,
} from '#core/orders/quotes/quotes-address.ts';
import type { QuoteList, QuoteRow } from '#core/orders/quotes/read-quotes.server.ts';
import { ScreenHead } from '#kit/screen-head.tsx';

const tones: Record<QuoteState, BadgeTone> = {
  open: 'info',
  paid: 'good',
  late: 'bad',
  expired: 'neutral',
  canceled: 'neutral',
};

export function QuoteBadge({ state }: { state: QuoteState }) {
  return <Badge tone={tones[state]}>{quoteStateLabels[state]}</Badge>;
}

const views = ['open', 'paid', 'expired', 'canceled', 'all'] as const;

interface QuotesViewProps {
  query: QuotesQuery;
  list: QuoteList;
  /** Number of the newest change before the list was read. */
  asOf: number;
}

export function QuotesView(loaded: QuotesViewProps) {
  const { latest, changes } = useLatestList<QuoteRow, QuotesViewProps>('admin:quotes', loaded);
  const { query, list } = latest;
  const first = quotesList.first(query);
  return (
    <section aria-labelledby="quotes">
      <ScreenHead title="Quotes and counter" id="quotes">
        <ButtonLink to={newSaleAddress('counter')}>Counter sale</ButtonLink>
        <ButtonLink to={newSaleAddress('quote')} variant="primary">
          New quote
        </ButtonLink>
      </ScreenHead>
      <ViewLinks
        label="Views of quotes"
        views={views.map((state) => ({
          name: state === 'all' ? 'All' : quoteStateLabels[state],
          address: quotesList.write({ state }),
          isShown: state === query.state,
        }))}
      />
      <ListStatus changes={changes}>Newest first</ListStatus>
      {list.rows.length === 0 ? (
        <EmptyState title="No quotes here">
          A quote holds parts for a buyer, who pays through a link.
        </EmptyState>
      ) : (
        <ul className="grid gap-2">
          {list.rows.map((quote) => (
            <li
              key={quote.number}
              className="card relative grid gap-x-4 gap-y-1 p-4 hover:bg-hover sm:grid-cols-[auto_1fr_auto] sm:items-center"
            >
              <p className="flex items-center gap-3">
                <Link to={quoteAddress(quote.number)} className="font-semibold after:absolute after:inset-0">
                  {formatOrderNumber(quote.number)}
                </Link>
                {quote.hasMoved ? <Badge tone="neutral">Moved</Badge> : <QuoteBadge state={quote.state} />}
              </p>
              <p className="min-w-0 wrap-anywhere">
                {quote.title}
                {quote.buyer && <span className="block text-sm text-muted">{quote.buyer}</span>}
              </p>
              <p className="sm:text-right">
                <span className="font-semibold tabular-nums">{formatDollars(quote.totalCents)}</span>
                <span className="block text-sm text-muted">
                  {quote.state === 'open' ? (
                    <>
                      Until <ExactTime time={quote.expiresAt} />
                    </>
                  ) : (
                    <ExactTime time={quote.createdAt} />
                  )}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pages
        previous={list.previous && quotesList.write({ ...first, before: list.previous })}
        next={list.next && quotesList.write({ ...first, after: list.next })}
      />
    </section>
  );
}
