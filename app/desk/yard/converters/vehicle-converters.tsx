import { useState } from 'react';
import { centsFromDollars, formatDollars } from '#core/values/money.ts';
import type { Converter } from '#core/yard/converters/list-converters.server.ts';
import { Button } from '#kit/button.tsx';
import {
  ConverterActions,
  describeRemoval,
  describeSale,
  nameConverter,
  useConverterActions,
} from './converter-facts.tsx';
import { AddConverterDialog, SellConverterDialog } from './converter-dialogs.tsx';

interface VehicleConvertersProps {
  vehicleId: string;
  converters: readonly Converter[];
  /** True for who may see purchases. */
  maySell: boolean;
}

/** Shows the catalytic converters of a car, and the money that they brought. */
export function VehicleConverters({ vehicleId, converters, maySell }: VehicleConvertersProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [sold, setSold] = useState<string>();
  const actions = useConverterActions();
  const total = converters.reduce((sum, { sale }) => sum + (sale ? centsFromDollars(sale.amount) : 0), 0);
  return (
    <section aria-labelledby="converters" className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id="converters">Catalytic converters</h2>
        <Button size="small" onClick={() => setIsAdding(true)}>
          Add a converter…
        </Button>
      </div>
      {converters.length === 0 ? (
        <p className="text-muted">No converter of the car is entered.</p>
      ) : (
        <ul aria-label="Catalytic converters of the car" className="rounded-lg border border-line bg-surface">
          {converters.map((converter) => (
            <li
              key={converter.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2 last:border-none"
            >
              <span className="min-w-0 grow wrap-anywhere">
                <span className="font-semibold">{nameConverter(converter)}</span>
                <span className="block text-sm text-muted">{describeRemoval(converter)}</span>
                {converter.soldOn && <span className="block text-sm">{describeSale(converter)}</span>}
              </span>
              <ConverterActions
                converter={converter}
                maySell={maySell}
                onSell={() => setSold(converter.id)}
                actions={actions}
              />
            </li>
          ))}
        </ul>
      )}
      {total > 0 && (
        <p className="mt-3 font-semibold tabular-nums">
          The converters of this car were sold for {formatDollars(total)}.
        </p>
      )}
      {isAdding && <AddConverterDialog car={vehicleId} onClose={() => setIsAdding(false)} />}
      {sold !== undefined && <SellConverterDialog converter={sold} onClose={() => setSold(undefined)} />}
    </section>
  );
}
