import type { ReactNode } from 'react';
import { formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { Badge } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { StatCard, StatCards } from '#kit/stat-card.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { useDay } from '../use-day.ts';
import type { CustomerPage } from './read-customer.server.ts';

export function CustomerView({
  customer,
  orders,
  disputes,
  requests,
  messages,
  certificates,
  notes,
}: CustomerPage) {
  const { name, email, phone, hasAccount, spentCents, lastSeenAt } = customer;
  const day = useDay();
  return (
    <>
      <ScreenHead title={name ?? email} back={{ to: '/admin/customers', label: 'All customers' }} />
      <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <a href={`mailto:${email}`} className="link wrap-anywhere">
          {email}
        </a>
        {phone && (
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="link">
            {phone}
          </a>
        )}
        {hasAccount ? <Badge tone="info">Account</Badge> : <Badge>Guest</Badge>}
        <span className="text-muted">Last seen {day.format(lastSeenAt)}</span>
      </p>
      <StatCards>
        <StatCard label="Orders" value={customer.orders} />
        <StatCard label="Spent" value={formatDollars(spentCents)} />
        <StatCard label="Disputes" value={customer.disputes} />
        <StatCard label="Requests" value={customer.requests} />
        <StatCard label="Messages" value={customer.messages} />
      </StatCards>

      <CustomerNotes notes={notes} />

      <Section title="Orders" empty="No orders" rows={orders}>
        <OrdersTable orders={orders} />
        <OrdersCards orders={orders} />
      </Section>

      {disputes.length > 0 && (
        <Section title="Disputes" empty="" rows={disputes}>
          <ul className="grid gap-2">
            {disputes.map((dispute) => (
              <li key={dispute.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Badge tone={dispute.state === 'won' ? 'good' : 'bad'}>{dispute.state}</Badge>
                {dispute.amountCents !== null && <span>{formatDollars(dispute.amountCents)}</span>}
                <span>{formatOrder(orders.find((order) => order.id === dispute.orderId))}</span>
                {dispute.state === 'open' && dispute.answerBy && (
                  <span className="text-muted">answer by {day.format(dispute.answerBy)}</span>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}

      <Section title="Requests" empty="No requests" rows={requests}>
        <Entries>
          {requests.map((request) => (
            <Entry
              key={request.id}
              title={request.partName}
              date={day.format(request.createdAt)}
              text={[
                [request.year, request.make, request.model].filter(Boolean).join(' '),
                request.description,
              ]
                .filter(Boolean)
                .join('\n')}
            />
          ))}
        </Entries>
      </Section>

      <Section title="Messages" empty="No messages" rows={messages}>
        <Entries>
          {messages.map((message) => (
            <Entry
              key={message.id}
              title={message.subject}
              date={day.format(message.createdAt)}
              text={message.message}
            />
          ))}
        </Entries>
      </Section>

      {certificates.length > 0 && (
        <Section title="Resale Certificates" empty="" rows={certificates}>
          <ul className="grid gap-2">
            {certificates.map((certificate) => (
              <li key={certificate.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <span>
                  {certificate.state} {certificate.number}
                </span>
                <span className="text-muted">valid until {certificate.expiresOn}</span>
                {certificate.revokedAt ? (
                  <Badge tone="bad">Revoked</Badge>
                ) : (
                  certificate.isExpired && <Badge tone="warning">Expired</Badge>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function OrdersTable({ orders }: Pick<CustomerPage, 'orders'>) {
  const day = useDay();
  return (
    <div className="max-md:hidden">
      <Table label="Orders">
        <thead>
          <Row>
            <HeaderCell>Number</HeaderCell>
            <HeaderCell>Date</HeaderCell>
            <HeaderCell>Parts</HeaderCell>
            <HeaderCell>Payment</HeaderCell>
            <HeaderCell numeric>Total</HeaderCell>
            <HeaderCell numeric>Refunded</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order.id}>
              <Cell heading className="whitespace-nowrap">
                <OrderLink order={order} />
              </Cell>
              <Cell className="whitespace-nowrap">{day.format(order.createdAt)}</Cell>
              <Cell className="min-w-40">{order.productName ?? '-'}</Cell>
              <Cell>
                <PaymentBadge status={order.status} />
              </Cell>
              <Cell numeric>{formatDollars(order.amountCents)}</Cell>
              <Cell numeric>{order.refundedCents > 0 ? formatDollars(order.refundedCents) : '-'}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function OrdersCards({ orders }: Pick<CustomerPage, 'orders'>) {
  const day = useDay();
  return (
    <ul className="grid gap-3 md:hidden">
      {orders.map((order) => (
        <Card key={order.id} as="li">
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <OrderLink order={order} />
            <PaymentBadge status={order.status} />
          </p>
          <p className="mt-1 wrap-anywhere">{order.productName ?? '-'}</p>
          <p className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="text-muted">{day.format(order.createdAt)}</span>
            <span>
              {formatDollars(order.amountCents)}
              {order.refundedCents > 0 && `, ${formatDollars(order.refundedCents)} refunded`}
            </span>
          </p>
        </Card>
      ))}
    </ul>
  );
}

interface OrderProps {
  order: CustomerPage['orders'][number];
}

function OrderLink({ order }: OrderProps) {
  const number = formatOrderNumber(order.number);
  return (
    <TextLink to={`/admin/orders/${number}`} className="inline-flex min-h-6 items-center">
      {number}
    </TextLink>
  );
}

function PaymentBadge({ status }: Pick<OrderProps['order'], 'status'>) {
  return <Badge tone={status === 'completed' ? 'good' : 'neutral'}>{status}</Badge>;
}

function formatOrder(order: CustomerPage['orders'][number] | undefined): string {
  return order ? formatOrderNumber(order.number) : '';
}

interface SectionProps {
  title: string;
  empty: string;
  rows: readonly unknown[];
  children: ReactNode;
}

function Section({ title, empty, rows, children }: SectionProps) {
  return (
    <section className="mt-8">
      <h2 className="mb-3">{title}</h2>
      {rows.length === 0 ? <p className="text-muted">{empty}</p> : children}
    </section>
  );
}

function Entries({ children }: { children: ReactNode }) {
  return <ul className="grid gap-3">{children}</ul>;
}

function Entry({ title, date, text }: { title: string; date: string; text: string }) {
  return (
    <li className="card p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="text-sm text-muted">{date}</span>
      </p>
      {text && <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>}
    </li>
  );
}
