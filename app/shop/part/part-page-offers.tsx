import { DEFAULT_CONDITION } from '#core/catalog/part.ts';
import { describeOrigin } from '#core/catalog/origin.ts';
import { formatDollars } from '#core/values/money.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { ConditionBadge } from '#kit/badge.tsx';
import { FitNote } from '#core/fitment/ui/fit-note.tsx';
import { Cell, HeaderCell, Row, Table } from '#kit/table.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { Offer, Offers } from './offers.server.ts';
import { PartPrice } from '#core/values/ui/price.tsx';

/** On phones, these columns are a line below the part, so that the price is in sight. */
const wide = 'max-sm:hidden';

interface PartOffersProps {
  offers: Offers;
  oemNumber: string | null;
  /** Condition -> style class */
  colors: Readonly<Record<string, string>>;
}

/** Compares the other parts for sale that may replace the part. */
export function PartOffers({ offers: { offers, total, fromCents }, oemNumber, colors }: PartOffersProps) {
  if (offers.length === 0) return null;
  const hasGrades = offers.some(({ part }) => part.grade);
  const hasMiles = offers.some(({ part }) => part.mileage !== null);
  const heading = `${total} more with this number, from ${formatDollars(fromCents)}`;
  return (
    <section id="offers" className="mt-10">
      <h2>{heading}</h2>
      <p className="mt-1 mb-4 text-muted">
        {offers.some(({ reason }) => reason !== null)
          ? 'The same part from other vehicles. Compare the number and pictures with your part before you order.'
          : 'The same new part at other prices.'}
      </p>
      <Table label="Other parts with the same number">
        <thead>
          <tr>
            <HeaderCell>Part</HeaderCell>
            <HeaderCell className={wide}>Condition</HeaderCell>
            {hasGrades && <HeaderCell className={wide}>Grade</HeaderCell>}
            {hasMiles && (
              <HeaderCell numeric className={wide}>
                Mileage
              </HeaderCell>
            )}
            <HeaderCell className={wide}>Warranty</HeaderCell>
            <HeaderCell numeric>Price</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <OfferRow key={offer.part.id} {...{ offer, colors, hasGrades, hasMiles }} />
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
  hasGrades,
  hasMiles,
}: {
  offer: Offer;
  colors: PartOffersProps['colors'];
  hasGrades: boolean;
  hasMiles: boolean;
}) {
  const condition = part.condition || DEFAULT_CONDITION;
  const miles = part.mileage === null ? null : `${part.mileage.toLocaleString('en-US')} mi`;
  return (
    <Row>
      <Cell heading className="sm:min-w-56">
        <TextLink to={partAddress(part)} className="font-semibold">
          {part.name}
        </TextLink>
        {reason === null ? (
          <span className="block text-muted">Another offer of the same part</span>
        ) : (
          <>
            <span className="block">{[vehicleName(part), part.brand].filter(Boolean).join(', ')}</span>
            {/* The note below says it if there is a vehicle. */}
            <span className="fit-stated">
              <span className="block text-muted">{reason}</span>
            </span>
          </>
        )}
        <span className="block sm:hidden">
          {[describeOrigin(part), condition, part.grade && `Grade ${part.grade}`, miles, warranty]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {reason !== null && <FitNote id={part.id} part={part} className="sm:min-h-10" />}
      </Cell>
      <Cell className={wide}>
        <span className="block whitespace-nowrap">{describeOrigin(part)}</span>
        <ConditionBadge colorClass={colors[condition]}>{condition}</ConditionBadge>
      </Cell>
      {hasGrades && <Cell className={wide}>{part.grade ?? <Missing />}</Cell>}
      {hasMiles && (
        <Cell numeric className={`whitespace-nowrap ${wide}`}>
          {miles ?? <Missing />}
        </Cell>
      )}
      <Cell className={wide}>{warranty}</Cell>
      <Cell numeric>
        <PartPrice cents={part.priceCents} />
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
