import type { ReactNode } from 'react';
import { formatReference } from '#core/inbox/inbox.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { Card } from '#kit/card.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { threadAddress } from '#core/inbox/inbox-address.ts';
import { LinkedPartLine } from './linked-part.tsx';
import type { Thread } from '#core/inbox/read-thread.server.ts';
import { StateBadge, UrgencyBadge } from './thread-badges.tsx';

export function ThreadFacts({ thread, now }: { thread: Thread; now: string }) {
  const { kind, name, email, phone, vehicle, title, urgency, part, order, receivedAt } = thread;
  return (
    <Card as="section" aria-label="Sender and request">
      <dl className="grid gap-x-5 gap-y-2.5 max-lg:grid-cols-2 max-lg:md:grid-cols-3">
        <Fact label="Name">{name}</Fact>
        <Fact label="Email" isWide>
          <a className="link" href={`mailto:${encodeURIComponent(email)}`}>
            {email}
          </a>
        </Fact>
        <Fact label="Phone">
          {phone && (
            <a className="link" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
              {phone}
            </a>
          )}
        </Fact>
        <Fact label="Vehicle">{vehicle}</Fact>
        <Fact label={kind === 'request' ? 'Part' : 'Subject'}>{title}</Fact>
        <Fact label="Order">{order && <TextLink to={`/admin/orders/${order}`}>{order}</TextLink>}</Fact>
        <Fact label="Urgency">{urgency && <UrgencyBadge urgency={urgency} />}</Fact>
        <Fact label="Received">
          <Ago time={receivedAt} now={now} />
        </Fact>
      </dl>
      {part && (
        <ul aria-label="Part in the catalog" className="mt-3">
          <LinkedPartLine part={part} />
        </ul>
      )}
    </Card>
  );
}

function Fact({ label, isWide, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={isWide ? 'max-md:col-span-2' : undefined}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Shows what else came from the same email. */
export function SameSender({ thread: { email, others, orders }, now }: { thread: Thread; now: string }) {
  if (others.length === 0 && orders === 0) return null;
  return (
    <Card as="section" aria-label="Also from this email">
      <h2 className="text-base">Also from this email</h2>
      <ul className="mt-2 grid gap-2 text-sm">
        {orders > 0 && (
          <li>
            <TextLink to={`/admin/orders?${new URLSearchParams({ q: email, view: 'all' })}`}>
              {orders} {orders === 1 ? 'order' : 'orders'}
            </TextLink>
          </li>
        )}
        {others.map((other) => (
          <li key={formatReference(other)} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <TextLink to={threadAddress(other)} className="tabular-nums">
              {formatReference(other)}
            </TextLink>
            <StateBadge state={other.state} />
            <span className="basis-full wrap-anywhere">{other.title}</span>
            <span className="text-muted">
              <Ago time={other.receivedAt} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
