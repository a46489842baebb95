import type { ReactNode } from 'react';
import { formatDollars } from '#core/values/money.ts';
import { Badge } from '#kit/badge.tsx';
import { Card } from '#kit/card.tsx';
import { StatCard, StatCards } from '#kit/stat-card.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { ScreenHead } from '#kit/screen-head.tsx';
import { CustomerMerges } from './customer-merges.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { useDay } from '../use-day.ts';
import type { CustomerPage } from './read-customer.server.ts';

export function CustomerView({
  customer,
  merges,
  similar,
  story,
  next,
  disputes,
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
      <CustomerMerges customer={customer} merges={merges} similar={similar} />

      <section className="mt-8" aria-labelledby="story">
        <h2 id="story" className="mb-3">
          Story
        </h2>
        {story.length === 0 ? (
          <p className="text-muted">No orders, returns, requests or messages</p>
        ) : (
          <CustomerStory story={story} />
        )}
        {next && (
          <TextLink to={`?before=${next}`} className="mt-3 inline-flex min-h-6 items-center">
            Earlier
          </TextLink>
        )}
      </section>

      {disputes.length > 0 && (
        <Section title="Disputes" empty="" rows={disputes}>
          <ul className="grid gap-2">
            {disputes.map((dispute) => (
              <li key={dispute.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <Badge tone={dispute.state === 'won' ? 'good' : 'bad'}>{dispute.state}</Badge>
                {dispute.amountCents !== null && <span>{formatDollars(dispute.amountCents)}</span>}
                <TextLink to={`/admin/orders/${dispute.order}`} className="inline-flex min-h-6 items-center">
                  {dispute.order}
                </TextLink>
                {dispute.state === 'open' && dispute.answerBy && (
                  <span className="text-muted">answer by {day.format(dispute.answerBy)}</span>
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}

      {certificates.length > 0 && (
        <Section title="Resale certificates" empty="" rows={certificates}>
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

function CustomerStory({ story }: Pick<CustomerPage, 'story'>) {
  const day = useDay();
  return (
    <ul className="grid gap-3">
      {story.map(({ id, at, title, to, text, state, money }) => (
        <Card key={id} as="li">
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <TextLink to={to} className="inline-flex min-h-6 items-center font-semibold">
              {title}
            </TextLink>
            {state && <Badge tone={state === 'completed' ? 'good' : 'neutral'}>{state}</Badge>}
            {money && <span className="tabular-nums">{money}</span>}
            <span className="ml-auto text-sm text-muted">{day.format(at)}</span>
          </p>
          {text && <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>}
        </Card>
      ))}
    </ul>
  );
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
