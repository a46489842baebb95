import type { ReactNode } from 'react';
import { type PayoutState, payoutStates } from '#core/payments/payout.ts';
import { formatDollars } from '#core/values/money.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import type { PayoutRow } from './list-payouts.server.ts';

const tones: Record<PayoutState, BadgeTone> = {
  pending: 'neutral',
  in_transit: 'info',
  paid: 'good',
  failed: 'bad',
  canceled: 'outline',
};

export function PayoutStateBadge({ state }: { state: PayoutState }) {
  return <Badge tone={tones[state]}>{payoutStates[state]}</Badge>;
}

/** Says in words whether a payout agrees with its transactions and the orders of the shop. */
export function PayoutAgreement({ payout }: { payout: PayoutRow }) {
  const { automatic, isComplete, amountCents, netCents, problems } = payout;
  if (!automatic) return <span className="text-muted">Asked for by hand: Stripe lists no transactions</span>;
  if (!isComplete) return <span className="text-muted">Not read completely yet</span>;
  const differenceCents = amountCents - netCents;
  if (differenceCents === 0 && problems === 0) return <Badge tone="good">Agrees</Badge>;
  return (
    <span className="flex flex-wrap gap-1">
      {differenceCents !== 0 && <Badge tone="bad">{formatDollars(differenceCents)} apart</Badge>}
      {problems > 0 && <Badge tone="warning">{problems} to look at</Badge>}
    </span>
  );
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a day. Example: 'Jan 31, 2026'. */
export function formatDay(date: string): string {
  return day.format(new Date(date));
}

/** Names a fact where the row of a table is a card without headings. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="lg:hidden">{name} </span>
      {children}
    </>
  );
}
