import type { ReactNode } from 'react';
import { formatDollars } from '#core/values/money.ts';
import { partAddress } from '#core/catalog/part-address.ts';
import { PartNumber } from '#kit/part-number.tsx';
import { TextLink } from '#kit/text-link.tsx';
import type { LinkedPart } from '#core/inbox/read-thread.server.ts';

/** Shows a part of the catalog with its current price, condition and stock. */
export function LinkedPartLine({ part, children }: { part: LinkedPart; children?: ReactNode }) {
  const { id, name, now } = part;
  return (
    <li className="flex items-start justify-between gap-3 rounded-md border border-line bg-sunken px-3 py-2">
      <div className="min-w-0 text-sm wrap-anywhere">
        <p className="font-semibold">
          {now ? <TextLink to={partAddress({ id, name, ...now })}>{name}</TextLink> : name}
        </p>
        {now ? (
          <>
            <p className="text-muted">
              {now.vehicle}
              {now.vehicle && now.oemNumber && ', '}
              {now.oemNumber && <PartNumber>{now.oemNumber}</PartNumber>}
            </p>
            <p className="tabular-nums">
              {now.priceCents === null ? 'No price' : formatDollars(now.priceCents)}, {now.condition},{' '}
              {now.stock > 0 ? `${now.stock} in stock` : 'out of stock'}
            </p>
          </>
        ) : (
          <p className="text-muted">No longer in the catalog</p>
        )}
      </div>
      {children}
    </li>
  );
}
