import { formatReference, type InboxKind } from '#core/inbox/inbox.ts';
import { Ago } from '#core/values/ui/ago.tsx';
import { Card } from '#kit/card.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { threadAddress } from '#core/inbox/inbox-address.ts';
import { kindTexts } from './inbox-texts.ts';
import type { ThreadRow } from '#core/inbox/list-threads.server.ts';
import { MatchBadge, StateOrClock, UrgencyBadge } from './thread-badges.tsx';

interface ThreadsProps {
  kind: InboxKind;
  rows: ThreadRow[];
  /** Time of the server. */
  now: string;
}

export function ThreadsTable({ kind, rows, now }: ThreadsProps) {
  const { title, subject } = kindTexts[kind];
  return (
    <div className="max-lg:hidden">
      <Table label={title}>
        <thead>
          <Row>
            <HeaderCell>Number</HeaderCell>
            <HeaderCell>{subject}</HeaderCell>
            <HeaderCell>From</HeaderCell>
            {kind === 'request' && <HeaderCell>Urgency</HeaderCell>}
            <HeaderCell>Answer</HeaderCell>
            <HeaderCell>Received</HeaderCell>
          </Row>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id}>
              <Cell heading className="whitespace-nowrap tabular-nums">
                <TextLink to={threadAddress(row)}>{formatReference(row)}</TextLink>
              </Cell>
              <Cell className="min-w-56">
                <p className="flex flex-wrap gap-x-3 wrap-anywhere">
                  <span className="font-semibold">{row.title}</span>
                  {row.vehicle && <span>{row.vehicle}</span>}
                </p>
                {row.excerpt && <p className="line-clamp-1 text-muted wrap-anywhere">{row.excerpt}</p>}
                <MatchBadge matches={row.matches} />
              </Cell>
              <Cell className="min-w-44 wrap-anywhere">
                <p>{row.name}</p>
                <p className="text-muted">{row.email}</p>
              </Cell>
              {row.urgency && (
                <Cell>
                  <UrgencyBadge urgency={row.urgency} />
                </Cell>
              )}
              <Cell className="min-w-40">
                <StateOrClock {...row} now={now} />
              </Cell>
              <Cell className="min-w-32">
                <Ago time={row.receivedAt} now={now} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

export function ThreadCards({ rows, now }: Omit<ThreadsProps, 'kind'>) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 lg:hidden">
      {rows.map((row) => (
        <Card key={row.id} as="li">
          <div className="flex flex-wrap items-center justify-between gap-2 text-sm [&>time]:justify-end">
            <TextLink to={threadAddress(row)} className="inline-flex min-h-6 items-center tabular-nums">
              {formatReference(row)}
            </TextLink>
            <StateOrClock {...row} now={now} />
          </div>
          <h2 className="mt-1.5 text-lg wrap-anywhere">{row.title}</h2>
          {row.vehicle && <p className="wrap-anywhere">{row.vehicle}</p>}
          {row.excerpt && <p className="line-clamp-2 text-sm text-muted wrap-anywhere">{row.excerpt}</p>}
          <p className="mt-2 text-sm wrap-anywhere">
            {row.name}, <span className="text-muted">{row.email}</span>
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
            {row.urgency && <UrgencyBadge urgency={row.urgency} />}
            <MatchBadge matches={row.matches} />
            <Ago time={row.receivedAt} now={now} />
          </p>
        </Card>
      ))}
    </ul>
  );
}
