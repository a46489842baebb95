import { describeDamage, parseDamage } from '#domain/damage.ts';
import { explainGrade } from '#domain/grade.ts';
import type { Part } from '#domain/part.ts';
import { partFields } from '#domain/part-fields.ts';
import { DamageDrawing } from './damage-drawing.tsx';
import { Fact } from './part-page-fact.tsx';

/** What is known of a used part, as entries of the list of facts. */
export function UsedFacts({ part }: { part: Part }) {
  const { mileage, stockNumber, testedHow } = part;
  return (
    <>
      <Fact name="Grade">{part.grade && <GradeText part={part} grade={part.grade} />}</Fact>
      <Fact name="Mileage">
        {mileage !== null && (
          <>
            {mileage.toLocaleString('en-US')} miles
            <Note>{describeSource(part.mileageSource)}</Note>
          </>
        )}
      </Fact>
      <Fact name="Donor vehicle">{describeDonor(part)}</Fact>
      <Fact name="Damage">
        <DamageText codes={part.damageCodes} />
      </Fact>
      <Fact name="Tested">{testedHow}</Fact>
      <Fact name="Stock number">{stockNumber}</Fact>
    </>
  );
}

function GradeText({ part, grade }: { part: Part; grade: NonNullable<Part['grade']> }) {
  const { name, gradeRule: rule, gradeLoweredTo: loweredTo, gradeReason: reason } = part;
  return (
    <>
      <span className="font-semibold">{grade === 'X' ? 'Not graded (X)' : `Grade ${grade}`}</span>
      <Note>{explainGrade({ grade, name, rule, loweredTo, reason })}</Note>
    </>
  );
}

function Note({ children }: { children: string }) {
  return children && <span className="block text-sm text-muted">{children}</span>;
}

function describeSource(source: Part['mileageSource']): string {
  if (source === null || source === 'unknown') return 'From an unknown source';
  return `From the ${partFields.mileage_source.choices[source].toLowerCase()}`;
}

function describeDonor({ donorYear, donorModel, donorTrim, donorColor, donorVinTail }: Part): string {
  const vehicle = [donorYear, donorModel, donorTrim].filter(Boolean).join(' ');
  return [vehicle, donorColor, donorVinTail && `VIN ending in ${donorVinTail}`].filter(Boolean).join(', ');
}

function DamageText({ codes }: { codes: string | null }) {
  const damage = codes === null ? undefined : parseDamage(codes);
  if (!damage) return null;
  if (damage.length === 0) return 'No damage';
  return (
    <>
      <ul>
        {damage.map((each) => (
          <li key={describeDamage(each)}>{describeDamage(each)}</li>
        ))}
      </ul>
      <DamageDrawing damage={damage} />
      <Note>A unit is covered by a credit card.</Note>
    </>
  );
}
