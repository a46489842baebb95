import { DEFAULT_CONDITION } from '#domain/part.ts';
import { describeOrigin } from '#domain/origin.ts';
import { formatDollars } from '#domain/money.ts';
import { partAddress, vehicleName } from '#domain/part-address.ts';
import { ConditionBadge } from '#ui/badge.tsx';
import { FitNote } from '#ui/fit-note.tsx';
import { Price } from '#ui/price.tsx';
import { Cell, HeaderCell, Row, Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Offer, Offers } from './offers.server.ts';

interface PartOffersProps {
  offers: Offers;
  oemNumber: string | null;
  /** Style classes by condition. */
  colors: Readonly<Record<string, string>>;
}

/** What else is for sale in the place of the part, compared by what decides. */
export function PartOffers({ offers: { offers, total }, oemNumber, colors }: PartOffersProps) {
  const [cheapest] = offers;
  if (!cheapest) return null;
  const heading = `${total} ${total === 1 ? 'offer' : 'offers'} from ${formatDollars(cheapest.part.priceCents ?? 0)}`;
  return (
    <section id="offers" className="mt-10">
      <h2>{heading}</h2>
      <p className="mt-1 mb-4 text-muted">
        The same part from other vehicles. Compare the number and pictures with your part before you order.
      </p>
      <Table label="Other parts with the same number">
        <thead>
          <tr>
            <HeaderCell>Part</HeaderCell>
            <HeaderCell>Condition</HeaderCell>
            <HeaderCell>Grade</HeaderCell>
            <HeaderCell numeric>Mileage</HeaderCell>
            <HeaderCell>Warranty</HeaderCell>
            <HeaderCell numeric>Price</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <OfferRow key={offer.part.id} offer={offer} colors={colors} />
          ))}
        </tbody>
      </Table>
      {total > offers.length && oemNumber && (
        <p className="mt-3">
          <TextLink to={`/junkyard?${new URLSearchParams({ q: oemNumber })}`}>
            Search for all parts with {oemNumber}
          </TextLink>
        </p>
      )}
    </section>
  );
}

function OfferRow({
  offer: { part, reason, warranty },
  colors,
}: {
  offer: Offer;
  colors: PartOffersProps['colors'];
}) {
  const condition = part.condition || DEFAULT_CONDITION;
  return (
    <Row>
      <Cell heading className="min-w-56">
        <TextLink to={partAddress(part)} className="font-semibold">
          {part.name}
        </TextLink>
        <span className="block">{[vehicleName(part), part.brand].filter(Boolean).join(', ')}</span>
        <span className="block text-muted">{reason}</span>
        <FitNote id={part.id} part={part} className="sm:min-h-10" />
      </Cell>
      <Cell>
        <span className="block whitespace-nowrap">{describeOrigin(part)}</span>
        <ConditionBadge colorClass={colors[condition]}>{condition}</ConditionBadge>
      </Cell>
      <Cell>{part.grade ?? <Missing />}</Cell>
      <Cell numeric className="whitespace-nowrap">
        {part.mileage === null ? <Missing /> : `${part.mileage.toLocaleString('en-US')} mi`}
      </Cell>
      <Cell>{warranty}</Cell>
      <Cell numeric>
        <Price cents={part.priceCents ?? 0} />
      </Cell>
    </Row>
  );
}

function Missing() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not known</span>
    </>
  );
}
