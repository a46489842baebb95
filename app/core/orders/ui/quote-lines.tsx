import { formatDollars } from '#core/values/money.ts';
import type { QuoteData } from '../quotes/read-quotes.server.ts';

export function QuoteLines({ lines }: Pick<QuoteData, 'lines'>) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="flex justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{line.name}</p>
            <p className="text-sm text-muted wrap-anywhere">
              {[line.vehicle, line.oemNumber, line.condition].filter((text) => !!text).join(' · ')}
            </p>
          </div>
          <p className="text-right whitespace-nowrap tabular-nums">
            {formatDollars(line.unitPriceCents * line.quantity)}
            {line.quantity > 1 && (
              <span className="block text-sm text-muted">
                {line.quantity} × {formatDollars(line.unitPriceCents)}
              </span>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
