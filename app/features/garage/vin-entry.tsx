import { type ComponentType, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import type { VinLookupProps } from './vin-lookup.tsx';

/** A field for a VIN. Its script is loaded on the first touch; until then the form leads to the garage, also without scripts. */
export function VinEntry({ partsAddress }: Pick<VinLookupProps, 'partsAddress'>) {
  const form = useRef<HTMLFormElement>(null);
  const [loaded, setLoaded] = useState<{ Lookup: ComponentType<VinLookupProps>; form: HTMLFormElement }>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  function load() {
    if (loaded) return;
    import('./vin-lookup.tsx').then(
      ({ VinLookup }) => form.current && setLoaded({ Lookup: VinLookup, form: form.current }),
      () => undefined,
    );
  }

  return (
    <form
      ref={form}
      method="post"
      action="/garage"
      aria-label="Find your car by VIN"
      className="mt-5 border-t border-line pt-5"
    >
      <div className="flex items-start gap-2">
        <TextField
          name="vin"
          label="Or enter your VIN"
          error={problem}
          onFocus={load}
          onInput={() => {
            // Focused before hydration.
            load();
            setProblem(undefined);
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          className="min-w-0 flex-1"
        />
        <Button type="submit" busy={isBusy} className="mt-7">
          Find My Car
        </Button>
      </div>
      {loaded && (
        <loaded.Lookup
          form={loaded.form}
          partsAddress={partsAddress}
          onProblem={setProblem}
          onBusy={setIsBusy}
        />
      )}
    </form>
  );
}
