import { useRef } from 'react';
import { useRevalidator } from 'react-router';
import { countListChanges } from '#core/live/list-changes.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { formatDollars } from '#core/values/money.ts';
import { type QuoteState, quoteStateLabels } from '#core/orders/quotes/quote.ts';
import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { ExactTime } from '#core/settings/ui/exact-time.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { Link } from '#kit/link.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { ShowNews } from '#kit/list/show-news.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ViewLinks } from '#kit/list/view-links.tsx';
import {
  newSaleAddress,
  quoteAddress,
  quotesAddress,
  QUOTES_PATH,
  type QuotesQuery,
} from '#core/orders/quotes/quotes-address.ts';
import type { QuoteList } from '#core/orders/quotes/read-quotes.server.ts';

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

const views: readonly { state: QuoteState | undefined; label: string }[] = [
  { state: 'open', label: 'Open' },
  { state: 'paid', label: 'Paid' },
  { state: 'expired', label: 'Expired' },
  { state: 'canceled', label: 'Canceled' },
  { state: undefined, label: 'All' },
];

interface QuotesViewProps {
  query: QuotesQuery;
  list: QuoteList;
  /** The number of the newest change before it was read. */
  asOf: number;
}

export function QuotesView({ query, list: loaded, asOf }: QuotesViewProps) {
  const { state } = query;
  const { list, changes } = useLatestQuotes(query, loaded, asOf);
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);

  function show() {
    void revalidate();
    // The focused button is gone.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="quotes">
      <p className="mb-4">
        <TextLink to="/admin/orders" className="inline-flex min-h-9 items-center gap-1">
          <Icon name="ArrowLeft" className="size-4" /> Orders
        </TextLink>
      </p>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="quotes" ref={heading} tabIndex={-1}>
          Quotes
        </h2>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={newSaleAddress('counter')}>Counter sale</ButtonLink>
          <ButtonLink to={newSaleAddress('quote')} variant="primary">
            New quote
          </ButtonLink>
        </div>
      </div>
      <ViewLinks
        label="Views of quotes"
        views={views.map((view) => ({
          name: view.label,
          address: quotesAddress({ state: view.state }),
          isShown: view.state === state,
        }))}
      />
      <ShowNews
        label={changes > 0 ? `Show ${changes} ${changes === 1 ? 'change' : 'changes'}` : null}
        onShow={show}
        className="-mt-2 mb-2"
      />
      {list.rows.length === 0 ? (
        <EmptyState title="No quotes here" level={3}>
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
        previous={list.previous && quotesAddress({ state, before: list.previous })}
        next={list.next && quotesAddress({ state, after: list.next })}
      />
    </section>
  );
}

/** The loaded rows in their places with their newest state, and how many were added, removed or moved. */
function useLatestQuotes(
  query: QuotesQuery,
  loaded: QuoteList,
  asOf: number,
): { list: QuoteList; changes: number } {
  const address = quotesAddress(query, `${QUOTES_PATH}.json`);
  const latest = useLatestFrom<QuoteList>(address, 'admin:quotes', loaded, asOf);
  if (!latest) return { list: loaded, changes: 0 };
  const newest = new Map(latest.rows.map((row) => [row.number, row]));
  return {
    list: { ...loaded, rows: loaded.rows.map((row) => newest.get(row.number) ?? { ...row, hasMoved: true }) },
    changes: countListChanges(
      loaded.rows.map(({ number }) => number),
      [...newest.keys()],
    ),
  };
}
