import { type ReactNode, useId } from 'react';
import { unitsField, type UnitsField } from '../unit-counts.ts';
import { Checkbox } from '#kit/checkbox.tsx';

export interface UnitsLine {
  id: string;
  /** Name of the field that sends it. */
  field?: UnitsField;
  name: string;
  /** Example: '2012 Honda Civic, Good'. */
  note?: ReactNode;
  most: number;
  initial: number;
}

interface UnitFieldsProps {
  legend: string;
  hint?: string;
  lines: readonly UnitsLine[];
  onChange?: (line: UnitsLine, count: number) => void;
  /** Renders content below a line. */
  renderMore?: (line: UnitsLine) => ReactNode;
}

/** Asks for the units of each line: by a checkbox for one unit, by a number for several. */
export function UnitFields({ legend, hint, lines, onChange, renderMore }: UnitFieldsProps) {
  const hintId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={hint === undefined ? undefined : hintId}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {hint !== undefined && (
        <p id={hintId} className="-mt-1 mb-1 text-sm text-muted">
          {hint}
        </p>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {lines.map((line) => (
          <li key={unitsField(line.id, line.field)} className="py-1.5">
            {line.most === 1 ? (
              <OneUnit line={line} onChange={onChange} />
            ) : (
              <SeveralUnits line={line} onChange={onChange} />
            )}
            {renderMore?.(line)}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface LineProps {
  line: UnitsLine;
  onChange: UnitFieldsProps['onChange'];
}

/** Browsers do not send an unchecked box. The hidden field before it sends 0. */
function OneUnit({ line, onChange }: LineProps) {
  return (
    <>
      <input type="hidden" name={unitsField(line.id, line.field)} value="0" />
      <Checkbox
        name={unitsField(line.id, line.field)}
        value="1"
        defaultChecked={line.initial > 0}
        onChange={(event) => onChange?.(line, event.target.checked ? 1 : 0)}
        label={<LineName line={line} />}
      />
    </>
  );
}

function SeveralUnits({ line, onChange }: LineProps) {
  const id = unitsField(line.id, line.field).replace(':', '-');
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id}>
        <LineName line={line} />
      </label>
      <span className="flex shrink-0 items-center gap-2">
        <input
          id={id}
          name={unitsField(line.id, line.field)}
          type="number"
          inputMode="numeric"
          min={0}
          max={line.most}
          step={1}
          defaultValue={line.initial}
          onChange={(event) => onChange?.(line, Math.min(line.most, Math.max(0, Number(event.target.value))))}
          className="control w-20"
        />
        <span className="whitespace-nowrap text-muted tabular-nums">of {line.most}</span>
      </span>
    </div>
  );
}

function LineName({ line }: { line: UnitsLine }) {
  return (
    <span className="block min-w-0">
      {line.name}
      {line.note && <span className="block text-sm text-muted">{line.note}</span>}
    </span>
  );
}
