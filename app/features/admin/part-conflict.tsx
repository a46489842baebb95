import { type PartColumns, partLabels } from '#domain/part-form.ts';
import { Alert } from '#ui/alert.tsx';

interface PartConflictProps {
  before: PartColumns;
  now: PartColumns;
}

/** What somebody else changed while the form was open. Nothing of it is overwritten without having been shown. */
export function PartConflict({ before, now }: PartConflictProps) {
  const changed = (Object.keys(partLabels) as (keyof PartColumns)[]).filter(
    (column) => before[column] !== now[column],
  );
  return (
    <div ref={(alert) => alert?.scrollIntoView({ block: 'nearest' })}>
      <Alert
        tone="warning"
        announce
        title="This part was changed while you were editing it. Nothing has been saved."
        className="mb-4"
      >
        <ul className="mt-1 list-disc pl-5">
          {changed.map((column) => (
            <li key={column} className="break-words">
              {partLabels[column]}: was {shown(before[column])}, is now {shown(now[column])}
            </li>
          ))}
        </ul>
        <p className="mt-1">
          Save your version over it, or take these values into your fields first. Cancel leaves the part as it
          is now.
        </p>
      </Alert>
    </div>
  );
}

/** An embedded picture can be a million letters long. */
function shown(value: string | number | null): string {
  if (value === null || value === '') return 'empty';
  const text = String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
