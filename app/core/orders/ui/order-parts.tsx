import type { BuyerLine, BuyerOrder } from '../buyer-order.ts';
import { findSoldWarranty } from '../order-terms.ts';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { Badge } from '#kit/badge.tsx';
import { FitNote } from '#core/fitment/ui/fit-note.tsx';
import { PartNumber } from '#kit/part-number.tsx';
import { Price } from '#core/values/ui/price.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { describeReady } from '#core/yard/ready-day.ts';
import { useShop } from '#core/settings/ui/use-shop.ts';

/** Shows the sold parts, with vehicle and condition. */
export function OrderParts({ lines }: Pick<BuyerOrder, 'lines'>) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => {
        const name = `${line.quantity} × ${line.name}`;
        return (
          <li key={line.id} className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 wrap-anywhere">
              <p>{line.partId ? <TextLink to={`/part/${line.partId}`}>{name}</TextLink> : name}</p>
              <p className="mt-0.5 text-sm text-muted">
                {[line.vehicle, describeLineCondition(line)].filter(Boolean).join(', ')}
              </p>
              <SoldFacts line={line} />
              <FitNote id={line.partId} part={line.vehicle ?? ''} className="sm:min-h-10" />
              {line.oemNumber && (
                <p className="text-sm text-muted">
                  OEM number <PartNumber>{line.oemNumber}</PartNumber>
                </p>
              )}
              {line.canceled < line.quantity && line.readyFrom !== null && (
                <p className="text-sm font-semibold">{describeReady(line.readyFrom)}</p>
              )}
              {line.canceled > 0 && (
                <Badge>
                  {line.canceled === line.quantity
                    ? 'Canceled'
                    : `${line.canceled} of ${line.quantity} canceled`}
                </Badge>
              )}
            </div>
            <Price cents={line.unitPriceCents * line.quantity} className="font-normal!" />
          </li>
        );
      })}
    </ul>
  );
}

function SoldFacts({ line }: { line: BuyerLine }) {
  const shop = useShop();
  const { grade, mileage, stockNumber, vin } = line;
  const facts = [
    grade && `Grade ${grade}`,
    mileage !== null && `${mileage.toLocaleString('en-US')} mi`,
    stockNumber && `Stock number ${stockNumber}`,
    `Warranty ${findSoldWarranty(line, shop)}`,
    vin && `Donor VIN ${vin}`,
  ].filter((text) => !!text);
  return <p className="text-sm text-muted">{facts.join(' · ')}</p>;
}
