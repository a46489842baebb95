import { Checkbox } from '#kit/checkbox.tsx';
import { Select } from '#kit/select.tsx';
import { remedies, remedyTexts } from '#core/imports/files/findings.ts';
import type { MappingChoices } from '#core/imports/files/mapping-choices.server.ts';
import { numberChoices, usualNumbers } from '#core/imports/files/normalize-cells.ts';

const labels = {
  decimal: 'Decimal sign',
  weight: 'Weights without a unit are in',
  length: 'Lengths without a unit are in',
  distance: 'Mileage without a unit is in',
} as const;

const names: Readonly<Record<string, string>> = {
  '': 'Found in each cell',
  '.': 'Point: 1,234.50',
  ',': 'Comma: 1.234,50',
  lb: 'Pounds',
  kg: 'Kilograms',
  g: 'Grams',
  oz: 'Ounces',
  in: 'Inches',
  cm: 'Centimeters',
  mm: 'Millimeters',
  mi: 'Miles',
  km: 'Kilometers',
};

/** Lets a person say how the numbers of a file are written. Most files need nothing of it. */
export function NumberFields({ choices }: { choices: Pick<MappingChoices, 'numbers' | 'remedies'> }) {
  const { numbers, remedies: used } = choices;
  const isUsual = used.length === 0 && JSON.stringify(numbers) === JSON.stringify(usualNumbers);
  return (
    <details className="mt-4 max-w-3xl" open={!isUsual}>
      <summary className="cursor-pointer py-2 font-semibold">Numbers and units</summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        {Object.entries(labels).map(([name, label]) => {
          const key = name as keyof typeof labels;
          return (
            <Select key={key} label={label} name={`numbers-${key}`} defaultValue={numbers[key] ?? ''}>
              {numberChoices[key].map((value) => (
                <option key={value} value={value}>
                  {names[value]}
                </option>
              ))}
            </Select>
          );
        })}
      </div>
      {remedies.map((name) => (
        <Checkbox
          key={name}
          name={`remedy-${name}`}
          label={remedyTexts[name]}
          defaultChecked={used.includes(name)}
        />
      ))}
    </details>
  );
}
