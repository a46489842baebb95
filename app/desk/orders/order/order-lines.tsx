import { partFields } from '#core/catalog/part-fields.ts';
import { countToShip, listUnitStates, type UnitState } from '#core/orders/line-units.ts';
import { Badge, type BadgeTone } from '#kit/badge.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { OrderPageData } from './read-order-page.server.ts';
import { Section } from '#core/orders/ui/section.tsx';

type Line = OrderPageData['lines'][number];

export function OrderLines({ lines }: { lines: readonly Line[] }) {
  return (
    <Section title="Parts">
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap gap-4 py-3 first:pt-0 last:pb-0">
            <PartPicture
              src={line.picture}
              part={line}
              alt=""
              width={80}
              height={80}
              className="size-20 shrink-0 rounded-md border border-line"
            />
            <div className="min-w-0 flex-1 basis-40">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 sm:flex-nowrap">
                <p className="font-semibold wrap-anywhere">
                  {line.partId ? <TextLink to={`/part/${line.partId}`}>{line.name}</TextLink> : line.name}
                </p>
                <Price cents={line.unitPriceCents * line.units.quantity} />
              </div>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
                {line.oemNumber && <PartNumber>{line.oemNumber}</PartNumber>}
                <span>{line.condition}</span>
                {line.stockNumber && <span>Stock number {line.stockNumber}</span>}
                {line.vehicle && <span className="wrap-anywhere">{line.vehicle}</span>}
                {!line.partId && <span>No longer in the catalog</span>}
              </p>
              {line.pieces.length > 0 && <p className="mt-1 text-sm">With {line.pieces.join(', ')}</p>}
              <Units line={line} />
              {line.yardState && countToShip(line.units) > 0 && (
                <p className="mt-2 text-sm">
                  {partFields.yard_state.choices[line.yardState]}:{' '}
                  <TextLink to="/admin/orders/pull">pull list</TextLink>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const badges: Record<UnitState, { word: string; tone: BadgeTone }> = {
  packed: { word: 'packed', tone: 'good' },
  shipped: { word: 'shipped', tone: 'good' },
  canceled: { word: 'canceled', tone: 'warning' },
  returned: { word: 'came back', tone: 'warning' },
  refunded: { word: 'refunded', tone: 'warning' },
  restocked: { word: 'back in stock', tone: 'info' },
  lost: { word: 'written off', tone: 'neutral' },
  setAside: { word: 'set aside', tone: 'info' },
};

function Units({ line: { units, unitPriceCents } }: { line: Line }) {
  const { quantity } = units;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-sm tabular-nums">
      <span className="font-semibold">
        {quantity} {quantity === 1 ? 'unit' : 'units'}
      </span>
      {quantity > 1 && (
        <span className="text-muted">
          at <Price cents={unitPriceCents} className="text-sm! font-normal!" />
        </span>
      )}
      {listUnitStates(units).map(({ state, count }) => (
        <Badge key={state} tone={badges[state].tone}>
          {count === quantity ? '' : `${count} `}
          {badges[state].word}
        </Badge>
      ))}
    </p>
  );
}
