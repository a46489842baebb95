import { shortLabel } from '#core/catalog/part-fields.ts';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import type { PartRow } from '#core/part-changes/list-parts.server.ts';
import { PartNumber } from '#kit/part-number.tsx';

/** Shows the first picture of a part, or the drawing that stands for one. */
export function Thumbnail({ part }: { part: PartRow }) {
  return (
    <PartPicture
      src={part.picture}
      alt=""
      width={56}
      height={42}
      className="h-10.5 w-14 shrink-0 rounded-sm border border-line"
    />
  );
}

/** Shows the numbers by which a part is looked for. */
export function PartNumbers({ part }: { part: PartRow }) {
  const numbers = (['oem_number', 'stock_number'] as const).flatMap((column) => {
    const number = part[column];
    return number ? [{ column, number }] : [];
  });
  if (numbers.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm font-normal text-muted">
      {numbers.map(({ column, number }) => (
        <span key={column} className="wrap-anywhere">
          {shortLabel(column)} <PartNumber>{number}</PartNumber>
        </span>
      ))}
    </p>
  );
}
