import { useNavigation } from 'react-router';
import { formatDollars } from '#core/values/money.ts';
import { Badge } from '#kit/badge.tsx';
import { buttonClasses } from '#kit/button-classes.ts';
import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { useDay } from '../use-day.ts';
import { customersList, type CustomersQuery } from '#core/customers/customers-address.ts';
import { CustomersSearch } from './customers-search.tsx';
import type { CustomerList, CustomerRow } from '#core/customers/find-customers.server.ts';

/** The same limit is in find_customers(). */
const MOST_TOTAL = 500;

interface CustomersViewProps {
  query: CustomersQuery;
  list: CustomerList;
}

export function CustomersView({ query, list: { rows, total, previous, next } }: CustomersViewProps) {
  const { q } = query;
  const searching = useNavigation().location?.pathname === customersList.path;
  return (
    <>
      <ScreenHead title="Customers">
        <a
          href={`/admin/customers.csv${q ? `?${new URLSearchParams({ q })}` : ''}`}
          download
          className={buttonClasses({})}
        >
          <Icon name="Download" /> Export CSV
        </a>
      </ScreenHead>
      <CustomersSearch q={q} />
      <p role="status" className="mt-2.5 mb-1.5 text-sm text-muted tabular-nums">
        {searching ? 'Loading...' : formatTotal(total)}
      </p>
      {rows.length === 0 ? (
        <EmptyState title="No customers found" icon="User">
          {q
            ? 'No name, email or phone number contains all of these words, and no order has this number.'
            : 'People appear here when they sign up, order, or contact you.'}
        </EmptyState>
      ) : (
        <div aria-busy={searching || undefined} className={searching ? 'opacity-60' : undefined}>
          <CustomersTable rows={rows} />
          <CustomersCards rows={rows} />
          <Pages
            previous={previous && customersList.write({ q, before: previous })}
            next={next && customersList.write({ q, after: next })}
          />
        </div>
      )}
    </>
  );
}

function formatTotal(total: number): string {
  if (total > MOST_TOTAL) return `More than ${MOST_TOTAL.toLocaleString('en-US')} customers`;
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'customer' : 'customers'}`;
}

function CustomersTable({ rows }: { rows: CustomerRow[] }) {
  const day = useDay();
  return (
    <div className="max-xl:hidden">
      <Table label="Customers">
        <thead>
          <Row>
            <HeaderCell>Customer</HeaderCell>
            <HeaderCell>Phone</HeaderCell>
            <HeaderCell numeric>Orders</HeaderCell>
            <HeaderCell numeric>Spent</HeaderCell>
            <HeaderCell numeric>Requests</HeaderCell>
            <HeaderCell numeric>Messages</HeaderCell>
            <HeaderCell numeric>Disputes</HeaderCell>
            <HeaderCell>Last seen</HeaderCell>
            <HeaderCell>Last order</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {rows.map((customer) => (
            <Row key={customer.id}>
              <Cell heading className="min-w-48">
                <Who customer={customer} />
              </Cell>
              <Cell className="whitespace-nowrap">{customer.phone ?? '-'}</Cell>
              <Cell numeric>{customer.orders}</Cell>
              <Cell numeric>{formatDollars(customer.spentCents)}</Cell>
              <Cell numeric>{customer.requests}</Cell>
              <Cell numeric>{customer.messages}</Cell>
              <Cell numeric>
                {customer.disputes > 0 ? <Badge tone="bad">{customer.disputes}</Badge> : customer.disputes}
              </Cell>
              <Cell className="whitespace-nowrap">{day.format(customer.lastSeenAt)}</Cell>
              <Cell className="whitespace-nowrap">
                {customer.lastOrderedAt ? day.format(customer.lastOrderedAt) : '-'}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function CustomersCards({ rows }: { rows: CustomerRow[] }) {
  const day = useDay();
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:hidden">
      {rows.map((customer) => (
        <Card key={customer.id} as="li">
          <Who customer={customer} />
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            {customer.phone && <Fact label="Phone">{customer.phone}</Fact>}
            <Fact label="Orders">
              {customer.orders}, {formatDollars(customer.spentCents)} spent
            </Fact>
            {customer.disputes > 0 && <Fact label="Disputes">{customer.disputes}</Fact>}
            {customer.requests > 0 && <Fact label="Requests">{customer.requests}</Fact>}
            {customer.messages > 0 && <Fact label="Messages">{customer.messages}</Fact>}
            <Fact label="Last seen">{day.format(customer.lastSeenAt)}</Fact>
            {customer.lastOrderedAt && <Fact label="Last order">{day.format(customer.lastOrderedAt)}</Fact>}
          </dl>
        </Card>
      ))}
    </ul>
  );
}

function Who({ customer: { id, name, email, hasAccount } }: { customer: CustomerRow }) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2">
        <TextLink
          to={`/admin/customers/${id}`}
          className="inline-flex min-h-6 items-center font-semibold wrap-anywhere"
        >
          {name ?? email}
        </TextLink>
        {!hasAccount && <Badge>Guest</Badge>}
      </span>
      {name !== null && <span className="block text-sm wrap-anywhere text-muted">{email}</span>}
    </>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
