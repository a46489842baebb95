import { formatDollars } from '#domain/money.ts';
import { describeOrigin } from '#domain/origin.ts';
import type { Part } from '#domain/part.ts';
import type { PartField } from '#domain/part-field.ts';
import { type FactColumn, factColumns, partFields, shortLabel, without } from '#domain/part-fields.ts';
import { vehicleName } from '#domain/part-address.ts';
import { ConditionBadge } from '#ui/badge.tsx';
import { PartNumber } from '#ui/part-number.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { Fact } from './part-page-fact.tsx';
import { UsedFacts } from './part-page-used.tsx';
import { homeAddress } from '#features/catalog/results/results-address.ts';

const plainFacts = without(factColumns, 'oem_number', 'part_type', 'category');

interface PartFactsProps {
  part: Part;
  /** A style class. */
  conditionColor: string | undefined;
  conditionMeaning: string | undefined;
}

export function PartFacts({ part, conditionColor, conditionMeaning }: PartFactsProps) {
  const category = categoryCrumb(part);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 border-b border-line text-base">
      <Fact name={shortLabel('oem_number')}>
        {part.oemNumber && (
          <span className="notched inline-block bg-sunken py-1 pr-4 pl-2.5">
            <PartNumber>{part.oemNumber}</PartNumber>
          </span>
        )}
      </Fact>
      <Fact name="New or used">{describeOrigin(part)}</Fact>
      <Fact name={shortLabel('part_type')}>
        {part.condition && (
          <>
            <ConditionBadge colorClass={conditionColor}>{part.condition}</ConditionBadge>{' '}
            <span className="mt-1 block text-sm text-muted">{conditionMeaning}</span>
          </>
        )}
      </Fact>
      <UsedFacts part={part} />
      <Fact name="Fits">{vehicleName(part)}</Fact>
      {plainFacts.map((column) => (
        <Fact key={column} name={shortLabel(column)}>
          {formatFact(part, column)}
        </Fact>
      ))}
      <Fact name={shortLabel('category')}>
        <TextLink to={category.to}>{category.name}</TextLink>
      </Fact>
    </dl>
  );
}

function formatFact(part: Part, column: FactColumn): string | null {
  const { kind } = partFields[column] as PartField;
  const value = part[partFields[column].property] as string | number | null;
  if (typeof value !== 'number') return value;
  return kind === 'dollars' ? formatDollars(value) : value.toLocaleString('en-US');
}

/** Links to the vehicle's parts, or to the whole catalog if the vehicle is unknown. */
export function categoryCrumb({ make, model, year, category }: Part): { name: string; to: string } {
  const to =
    make && model && year
      ? homeAddress({ make, model, year: String(year), category })
      : `/junkyard?${new URLSearchParams({ category })}`;
  return { name: category, to };
}
