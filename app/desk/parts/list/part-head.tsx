import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import type { PartRow } from '#core/part-changes/list-parts.server.ts';
import { PartNumber } from '#kit/part-number.tsx';

/** Shows the first picture of a part, or the drawing that stands for one. */
export function Thumbnail({ part }: { part: PartRow }) {
  return (
    <PartPicture
      src={part.picture}
      part={{ name: part.part_name, condition: part.part_type }}
      alt=""
      width={48}
      height={36}
      className="h-9 w-12 shrink-0 rounded-sm border border-line"
    />
  );
}

/** Shows the numbers by which a part is looked for. */
export function PartNumbers({ part }: { part: PartRow }) {
  const numbers = Object.entries({ OEM: part.oem_number, 'Stock #': part.stock_number }).flatMap(
    ([label, number]) => (number ? [{ label, number }] : []),
  );
  if (numbers.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-xs font-normal text-muted">
      {numbers.map(({ label, number }) => (
        <span key={label} className="wrap-anywhere">
          {label} <PartNumber>{number}</PartNumber>
        </span>
      ))}
    </p>
  );
}
