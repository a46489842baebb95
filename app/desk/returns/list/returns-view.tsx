import { useRef } from 'react';
import { Form, useNavigation, useRevalidator } from 'react-router';
import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import { countListChanges } from '#core/live/list-changes.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/pages.tsx';
import { ShowNews } from '#kit/show-news.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useNow } from '#kit/use-now.ts';
import { ViewLinks } from '#kit/view-links.tsx';
import type { ReturnList, ReturnRow } from './list-returns.server.ts';
import { ReturnKindBadge, ReturnStateBadge } from '#core/returns/ui/return-badges.tsx';
import {
  deskReturnAddress,
  RETURNS_PATH,
  returnsAddress,
  type ReturnsQuery,
  type ReturnView,
  returnViews,
} from '#core/returns/returns-address.ts';

interface ReturnsViewProps {
  query: ReturnsQuery;
  list: ReturnList;
  /** The number of the newest change before. */
  asOf: number;
}

export function ReturnsView({ query, list: loaded, asOf }: ReturnsViewProps) {
  const { list, changes } = useLatestList(query, loaded, asOf);
  const { after: _, before: __, ...first } = query;
  const { revalidate } = useRevalidator();
  const status = useRef<HTMLParagraphElement>(null);
  const loading = useNavigation().location?.pathname === RETURNS_PATH;
  const now = useNow(list.readAt);

  function show() {
    void revalidate();
    // The focused button is gone.
    status.current?.focus();
  }

  return (
    <>
      <Toolbar query={query} counts={list.counts} />
      <div className="mt-2.5 mb-1.5 flex items-center justify-between gap-3">
        <p ref={status} role="status" tabIndex={-1} className="text-sm text-muted">
          {loading ? 'Loading...' : query.q ? `Found for “${query.q}”` : 'Newest first'}
        </p>
        <ShowNews
          label={changes > 0 ? `Show ${changes} ${changes === 1 ? 'change' : 'changes'}` : null}
          onShow={show}
        />
      </div>
      {list.rows.length === 0 ? (
        <EmptyState title="No returns found" icon="PackageOpen">
          {query.q ? 'No returns in this view match.' : 'There is no return in this view.'}
        </EmptyState>
      ) : (
        <>
          <ReturnsTable rows={list.rows} now={now} />
          <ReturnCards rows={list.rows} now={now} />
          <Pages
            previous={list.previous === null ? null : returnsAddress({ ...first, before: list.previous })}
            next={list.next === null ? null : returnsAddress({ ...first, after: list.next })}
          />
        </>
      )}
    </>
  );
}

function Toolbar({ query: { view, q }, counts }: { query: ReturnsQuery; counts: ReturnList['counts'] }) {
  return (
    <>
      <ViewLinks
        label="Returns"
        views={(Object.keys(returnViews) as ReturnView[]).map((each) => ({
          name: returnViews[each],
          address: returnsAddress({ view: each, q }),
          count: counts[each].toLocaleString('en-US'),
          isShown: each === view,
        }))}
      />
      <Form role="search" preventScrollReset className="flex gap-2">
        <TextField
          key={q}
          type="search"
          name="q"
          label="Search returns"
          hideLabel
          placeholder="RMA number, order number, name, part"
          maxLength={200}
          autoComplete="off"
          defaultValue={q}
          className="grow"
        />
        {view !== 'asked' && <input type="hidden" name="view" value={view} />}
        <Button type="submit">Search</Button>
      </Form>
    </>
  );
}

interface RowsProps {
  rows: readonly ReturnRow[];
  /** The server's time. */
  now: string;
}

function ReturnsTable({ rows, now }: RowsProps) {
  return (
    <div className="max-lg:hidden">
      <Table label="Returns">
        <thead>
          <Row>
            <HeaderCell>Number</HeaderCell>
            <HeaderCell>Parts</HeaderCell>
            <HeaderCell>Buyer</HeaderCell>
            <HeaderCell>State</HeaderCell>
            <HeaderCell>Asked</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id}>
              <Cell heading className="align-top whitespace-nowrap">
                <TextLink to={deskReturnAddress(row.number)}>{formatReturnNumber(row.number)}</TextLink>
                <p className="text-sm text-muted">{formatOrderNumber(row.orderNumber)}</p>
              </Cell>
              <Cell className="min-w-56 align-top">
                <p className="font-semibold wrap-anywhere">{row.parts}</p>
                <Reason row={row} />
              </Cell>
              <Cell className="align-top wrap-anywhere">{row.customerName}</Cell>
              <Cell className="align-top">
                <ReturnStateBadge state={row.state} />
              </Cell>
              <Cell className="min-w-32 align-top">
                <Ago time={row.askedAt} now={now} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function ReturnCards({ rows, now }: RowsProps) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 lg:hidden">
      {rows.map((row) => (
        <Card key={row.id} as="li">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <TextLink to={deskReturnAddress(row.number)} className="inline-flex min-h-6 items-center">
              {formatReturnNumber(row.number)}
            </TextLink>
            <ReturnStateBadge state={row.state} />
          </p>
          <p className="mt-1.5 font-semibold wrap-anywhere">{row.parts}</p>
          <Reason row={row} />
          <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-muted">
            <span className="wrap-anywhere">{row.customerName}</span>
            <span>{formatOrderNumber(row.orderNumber)}</span>
            <Ago time={row.askedAt} now={now} />
          </p>
        </Card>
      ))}
    </ul>
  );
}

function Reason({ row: { kind, reason, photos } }: { row: ReturnRow }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
      {kind === 'return' ? reason : <ReturnKindBadge kind={kind} />}
      {photos > 0 && <span>{photos === 1 ? '1 photo' : `${photos} photographs`}</span>}
    </p>
  );
}

/** The loaded rows in their places with their newest state, and how many were added or removed. */
function useLatestList(query: ReturnsQuery, loaded: ReturnList, asOf: number) {
  const address = returnsAddress(query, `${RETURNS_PATH}.json`);
  const latest = useLatestFrom<ReturnList>(address, 'admin:returns', loaded, asOf);
  if (!latest) return { list: loaded, changes: 0 };
  const newest = new Map(latest.rows.map((row) => [row.id, row]));
  return {
    list: { ...loaded, counts: latest.counts, rows: loaded.rows.map((row) => newest.get(row.id) ?? row) },
    changes: countListChanges(
      loaded.rows.map(({ id }) => id),
      [...newest.keys()],
    ),
  };
}
