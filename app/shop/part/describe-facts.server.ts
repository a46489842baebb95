import { describeDamage, parseDamage } from '#core/catalog/damage.ts';
import { explainGrade } from '#core/catalog/grade.ts';
import { formatDollars } from '#core/values/money.ts';
import type { Part } from '#core/catalog/part.ts';
import type { PartField } from '#core/catalog/part-field.ts';
import { type FactColumn, factColumns, partFields, shortLabel, without } from '#core/catalog/part-fields.ts';

export interface PartFact {
  name: string;
  text: string;
  note?: string;
}

/** The facts on a part's page, in sequence. The server writes them, so that browsers need none of the rules. */
export interface DescribedFacts {
  used: PartFact[];
  /** Null if the part was not inspected. [] means no damage. */
  damage: { place: number; text: string }[] | null;
  others: PartFact[];
  /** The older numbers that the part's number replaces. */
  replaces: string;
  names: { oemNumber: string; condition: string };
}

const numberNames = { oem: shortLabel('oem_number'), casting: 'Casting number', other: 'Part number' };

const PROGRAMMING = 'A dealer or a locksmith has to program it to your vehicle before it works.';

const otherColumns = without(factColumns, 'oem_number', 'part_type', 'category');

export function describeFacts(part: Part): DescribedFacts {
  const damage = part.damageCodes === null ? undefined : parseDamage(part.damageCodes);
  return {
    used: listUsedFacts(part).filter(({ text }) => text !== ''),
    damage: damage?.map((each) => ({ place: each.place, text: describeDamage(each) })) ?? null,
    others: [
      ...otherColumns
        .map((column) => ({ name: shortLabel(column), text: formatFact(part, column) }))
        .filter(({ text }) => text !== ''),
      ...(part.needsProgramming
        ? [{ name: 'Programming', text: 'Needs programming', note: PROGRAMMING }]
        : []),
    ],
    replaces: part.supersededNumbers ?? '',
    names: {
      oemNumber: numberNames[part.numberType ?? 'oem'],
      condition: shortLabel('part_type'),
    },
  };
}

function listUsedFacts(part: Part): PartFact[] {
  const { grade, mileage } = part;
  return [
    ...(grade === null ? [] : [describeGrade(part, grade)]),
    {
      name: 'Mileage',
      text: mileage === null ? '' : `${mileage.toLocaleString('en-US')} miles`,
      note: describeSource(part.mileageSource),
    },
    { name: 'Donor vehicle', text: describeDonor(part) },
    { name: 'Tested', text: part.testedHow ?? '' },
    { name: 'Stock number', text: part.stockNumber ?? '' },
  ];
}

function describeGrade(part: Part, grade: NonNullable<Part['grade']>): PartFact {
  const { name, gradeRule: rule, gradeLoweredTo: loweredTo, gradeReason: reason } = part;
  return {
    name: 'Grade',
    text: grade === 'X' ? 'Not graded (X)' : `Grade ${grade}`,
    note: explainGrade({ grade, name, rule, loweredTo, reason }),
  };
}

function describeSource(source: Part['mileageSource']): string {
  if (source === null || source === 'unknown') return 'Source unknown';
  return `From the ${partFields.mileage_source.choices[source].toLowerCase()}`;
}

function describeDonor({ donorYear, donorModel, donorTrim, donorColor, donorVinTail }: Part): string {
  const vehicle = [donorYear, donorModel, donorTrim].filter(Boolean).join(' ');
  return [vehicle, donorColor, donorVinTail && `VIN ending in ${donorVinTail}`].filter(Boolean).join(', ');
}

function formatFact(part: Part, column: FactColumn): string {
  const { kind } = partFields[column] as PartField;
  const value = part[partFields[column].property] as string | number | null;
  if (column === 'safety_check' && part.safetyCheck) return partFields.safety_check.choices[part.safetyCheck];
  if (typeof value !== 'number') return value ?? '';
  return kind === 'dollars' ? formatDollars(value) : value.toLocaleString('en-US');
}
