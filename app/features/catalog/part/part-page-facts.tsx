import type { ReactNode } from 'react';
import type { Part } from '#domain/part.ts';
import { vehicleName } from '#domain/part-address.ts';
import { ConditionBadge } from '#ui/badge.tsx';
import { PartNumber } from '#ui/part-number.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { homeAddress } from '#features/catalog/results/results-address.ts';

interface PartFactsProps {
  part: Part;
  /** Style class of the condition's badge. */
  conditionColor: string | undefined;
  conditionMeaning: string | undefined;
}

/** The known facts about a part. Unknown facts have no line. */
export function PartFacts({ part, conditionColor, conditionMeaning }: PartFactsProps) {
  const category = categoryCrumb(part);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 border-b border-line text-base">
      <Fact name="OEM number">
        {part.oemNumber && (
          <span className="notched inline-block bg-sunken py-1 pr-4 pl-2.5">
            <PartNumber>{part.oemNumber}</PartNumber>
          </span>
        )}
      </Fact>
      <Fact name="Condition">
        {part.condition && (
          <>
            <ConditionBadge colorClass={conditionColor}>{part.condition}</ConditionBadge>{' '}
            <span className="mt-1 block text-sm text-muted">{conditionMeaning}</span>
          </>
        )}
      </Fact>
      <Fact name="Brand">{part.brand}</Fact>
      <Fact name="Fits">{vehicleName(part)}</Fact>
      <Fact name="Engine">{part.engine}</Fact>
      <Fact name="Category">
        <TextLink to={category.to}>{category.name}</TextLink>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-baseline border-t border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** A link to the part's category for its vehicle, or in the whole catalog if the vehicle is unknown. */
export function categoryCrumb({ make, model, year, category }: Part): { name: string; to: string } {
  const to =
    make && model && year
      ? homeAddress({ make, model, year: String(year), category })
      : `/junkyard?${new URLSearchParams({ category })}`;
  return { name: category, to };
}
