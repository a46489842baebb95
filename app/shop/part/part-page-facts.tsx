import { OUT_OF_STOCK_CONDITION, type Part } from '#core/catalog/part.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { ConditionBadge } from '#kit/badge.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { homeAddress } from '#core/catalog/home-address.ts';
import type { DescribedVehicle } from './describe-vehicles.ts';
import type { DescribedFacts } from './describe-facts.server.ts';
import { Fact } from '#kit/fact.tsx';
import { DescribedFact, UsedFacts } from './part-page-used.tsx';

interface PartFactsProps {
  part: Part;
  facts: DescribedFacts;
  /** A table lists the vehicles if there are several. */
  vehicles: readonly DescribedVehicle[];
  /** The condition's style class. */
  conditionColor: string | undefined;
  conditionMeaning: string | undefined;
}

export function PartFacts({ part, facts, vehicles, conditionColor, conditionMeaning }: PartFactsProps) {
  const { names } = facts;
  const [first = { name: '' }] = vehicles;
  return (
    <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-6 border-b border-line text-base">
      <Fact name={names.oemNumber}>
        {part.oemNumber && (
          <span className="notched inline-block bg-sunken px-3 py-1">
            <PartNumber>{part.oemNumber}</PartNumber>
          </span>
        )}
        {facts.replaces && (
          <span className="mt-1 block text-sm text-muted">
            Replaces <PartNumber>{facts.replaces}</PartNumber>
          </span>
        )}
      </Fact>
      <Fact name={names.condition}>
        {part.condition && part.condition !== OUT_OF_STOCK_CONDITION && (
          <>
            <ConditionBadge colorClass={conditionColor}>{part.condition}</ConditionBadge>{' '}
            <span className="mt-1 block text-sm text-muted">{conditionMeaning}</span>
          </>
        )}
      </Fact>
      <UsedFacts facts={facts} />
      <Fact name="Fits">
        {vehicles.length > 1 ? (
          <TextLink to="#vehicles">{vehicles.length} vehicles</TextLink>
        ) : (
          // The heading names the part's own vehicle.
          first.name !== vehicleName(part) && first.name
        )}
      </Fact>
      {facts.others.map((fact) => (
        <DescribedFact key={fact.name} fact={fact} />
      ))}
    </dl>
  );
}

/** Links to the vehicle's parts, or to the whole catalog if the vehicle is unknown. */
export function categoryCrumb({ make, model, year, category }: Part): { name: string; to: string } {
  const to =
    make && model && year
      ? homeAddress({ make, model, year: String(year), category })
      : `/junkyard?${new URLSearchParams({ category })}`;
  return { name: category, to };
}
