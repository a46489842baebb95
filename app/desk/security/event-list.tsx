import { Icon } from '#kit/icons/icon.tsx';
import { actionBadge, shortId, type ShownEvent } from '#core/security/security-dashboard.ts';
import { exactTime } from '#core/values/relative-time.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Ago } from '#core/values/ui/ago.tsx';

interface EventListProps {
  events: readonly ShownEvent[];
  now: string;
}

export function EventList({ events, now }: EventListProps) {
  if (events.length === 0) {
    return <EmptyState icon="ScrollText" title="No audit logs found. System activity will appear here." />;
  }
  return (
    <section
      aria-label="Audit Logs"
      tabIndex={0}
      className="max-h-160 overflow-y-auto rounded-lg border border-line bg-surface focus-visible:-outline-offset-2"
    >
      <ul>
        {events.map((event) => (
          <li
            key={event.id}
            className="flex flex-wrap items-center gap-x-4 border-b border-line px-4 py-1.5 text-sm last:border-b-0"
          >
            <Event event={event} now={now} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Event({ event, now }: { event: ShownEvent; now: string }) {
  const { resourceType, resourceId, ipAddress, userId } = event;
  return (
    <>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 max-md:basis-full md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_8rem]">
        <div className="flex w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <ActionBadge event={event} />
          {event.sentByClient && <Badge tone="outline">Sent by a client</Badge>}
          {resourceType && <span className="min-w-0 break-words">{resourceType}</span>}
          {resourceId && <span className="font-stamp text-muted">{shortId(resourceId)}</span>}
        </div>
        <p className="flex flex-wrap gap-x-4 text-muted">
          {ipAddress ? (
            <span>
              IP <span className="font-stamp break-all">{ipAddress}</span>
            </span>
          ) : (
            <span>No IP address</span>
          )}
          {userId ? (
            <span>
              User <span className="font-stamp">{shortId(userId)}</span>
            </span>
          ) : (
            <span>Not signed in</span>
          )}
        </p>
        <p className="ml-auto text-muted">
          <Ago time={event.createdAt} now={now} />
        </p>
      </div>
      <details className="open:basis-full">
        <summary className="w-fit rounded-sm py-1 text-link hover:text-link-hover">
          View technical details
        </summary>
        <TechnicalDetails event={event} />
      </details>
    </>
  );
}

const tones = {
  default: 'good',
  destructive: 'bad',
  secondary: 'neutral',
  outline: 'outline',
} satisfies Record<string, BadgeTone>;

function ActionBadge({ event }: { event: ShownEvent }) {
  const badge = actionBadge(event);
  return (
    <Badge tone={tones[badge]}>
      {badge === 'default' && <Icon name="Check" className="size-3.5 shrink-0 stroke-[3]" />}
      <span className="min-w-0 wrap-anywhere whitespace-normal">{event.action}</span>
    </Badge>
  );
}

function TechnicalDetails({ event }: { event: ShownEvent }) {
  const facts = [
    ['Action', event.action],
    ['Time', exactTime(event.createdAt)],
    ['Event', event.id],
    ['Resource', event.resourceId],
    ['User', event.userId],
    ['Browser', event.userAgent],
  ] as const;
  return (
    <div className="mt-1 rounded-md bg-sunken p-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(
          ([name, fact]) =>
            fact && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="min-w-0 break-all">{fact}</dd>
              </div>
            ),
        )}
      </dl>
      <pre className="mt-2 border-t border-line pt-2 font-stamp text-xs break-all whitespace-pre-wrap">
        {event.details}
      </pre>
    </div>
  );
}
