import { Card } from '#kit/card.tsx';
import { EmptyState } from '#kit/empty-state.tsx';
import { Pages } from '#kit/list/pages.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { ScreenHead } from '#kit/screen-head.tsx';
import type { AwaitedPart } from '../awaited-parts.server.ts';
import { AWAITED_PARTS } from '#core/back-in-stock/wait-address.ts';

interface AwaitedPartsViewProps {
  parts: readonly AwaitedPart[];
  next: string | null;
  isFirst: boolean;
  isOn: boolean;
}

export function AwaitedPartsView({ parts, next, isFirst, isOn }: AwaitedPartsViewProps) {
  return (
    <section aria-labelledby="awaited">
      <ScreenHead
        title="Back-in-stock emails"
        id="awaited"
        back={{ to: '/admin/requests', label: 'All requests' }}
      />
      <p className="mb-4 max-w-prose text-muted">
        Sold-out parts that customers are waiting for, most wanted first. When a part comes in, customers are
        emailed in the order they asked.
        {!isOn && ' Back-in-stock emails are turned off in the settings, so none are sent.'}
      </p>
      {parts.length === 0 ? (
        <EmptyState title="No customers are waiting">
          {isFirst
            ? 'Customers appear here when they ask about a sold-out part.'
            : 'There are no more parts.'}
        </EmptyState>
      ) : (
        <AwaitedParts parts={parts} />
      )}
      <Pages
        previous={isFirst ? null : AWAITED_PARTS}
        next={next === null ? null : `${AWAITED_PARTS}?after=${next}`}
      />
    </section>
  );
}

function AwaitedParts({ parts }: Pick<AwaitedPartsViewProps, 'parts'>) {
  const { timeZone } = useShop();
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
  const since = (part: AwaitedPart) => (
    <time dateTime={part.since.toISOString()} className="whitespace-nowrap">
      {format.format(part.since)}
    </time>
  );
  return (
    <>
      <div className="max-md:hidden">
        <Table label="Back-in-stock emails">
          <thead>
            <Row>
              <HeaderCell>Part</HeaderCell>
              <HeaderCell numeric>People waiting</HeaderCell>
              <HeaderCell>Since</HeaderCell>
            </Row>
          </thead>
          <tbody>
            {parts.map((part) => (
              <Row key={part.id}>
                <Cell heading className="wrap-anywhere">
                  <PartName part={part} />
                </Cell>
                <Cell numeric>{part.people.toLocaleString('en-US')}</Cell>
                <Cell>{since(part)}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
      <ul className="grid gap-3 md:hidden">
        {parts.map((part) => (
          <Card key={part.id} as="li">
            <p className="font-semibold wrap-anywhere">
              <PartName part={part} />
            </p>
            <p className="text-sm text-muted">
              {part.people.toLocaleString('en-US')} waiting since {since(part)}
            </p>
          </Card>
        ))}
      </ul>
    </>
  );
}

function PartName({ part }: { part: AwaitedPart }) {
  if (!part.exists) return `${part.name} (deleted)`;
  return <TextLink to={`/part/${part.id}`}>{part.name}</TextLink>;
}
