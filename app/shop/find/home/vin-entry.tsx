import { type ComponentProps, lazy, Suspense, useId, useState } from 'react';
import { Button } from '#kit/button.tsx';
import type { VinLookup as Lookup } from './vin-lookup.tsx';

// The form leads to the garage if this fails to load.
const VinLookup = lazy(() =>
  import('./vin-lookup.tsx').then(
    (module) => ({ default: module.VinLookup }),
    () => ({ default: () => <></> }),
  ),
);

/** Shows a field for a VIN. The first touch loads the lookup. Until then, and without JavaScript, the garage looks it up. */
export function VinEntry({ partsAddress }: Pick<ComponentProps<typeof Lookup>, 'partsAddress'>) {
  const id = useId();
  const [field, setField] = useState<HTMLInputElement>();
  return (
    <form
      method="post"
      action="/garage"
      aria-label="Find your car by VIN"
      className="mt-5 border-t border-line pt-5"
    >
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        Or enter your VIN
      </label>
      <div className="flex flex-col gap-2 sm:flex-row">
        <input
          id={id}
          name="vin"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className="control min-w-0 sm:flex-1"
          onFocus={({ target }) => setField(target)}
          // The field may have been focused before hydration.
          onChange={({ target }) => setField(target)}
        />
        <Button type="submit">Find my car</Button>
      </div>
      {field && (
        <Suspense>
          <VinLookup field={field} partsAddress={partsAddress} />
        </Suspense>
      )}
    </form>
  );
}
