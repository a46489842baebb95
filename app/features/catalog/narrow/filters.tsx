import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { classNames } from '#ui/class-names.ts';
import { loadWhenTouched, whenTouched } from '#ui/when-touched.ts';
import { FILTERS_ID, type FilterPanelProps } from './filter-panel-props.ts';

let needPanel = () => {};
const panelNeeded = new Promise<void>((resolve) => {
  needPanel = resolve;
});

const FilterPanel = lazy(() =>
  loadWhenTouched(
    () => import('./filter-panel.tsx'),
    () => Promise.race([whenTouched({ linksFirst: true }), panelNeeded]),
  ),
);

/** In the first column of a grid, which keeps its width until the script has loaded. */
export function Filters(props: FilterPanelProps) {
  const [first] = useState(props);
  const [isReady, setIsReady] = useState(false);
  // With other properties before it is ready, React would replace the server's HTML, and what was chosen in it.
  const used = isReady ? props : first;
  const lacksChoices = props.loaded.facets === null;
  useEffect(() => {
    // The rail shows them without being touched.
    if (lacksChoices && matchMedia('(width >= 64rem)').matches) needPanel();
  }, [lacksChoices]);
  return useMemo(
    () => (
      <div>
        <Suspense>
          <FilterPanel {...used} />
          <OnMount run={() => setIsReady(true)} />
        </Suspense>
      </div>
    ),
    [used],
  );
}

function OnMount({ run }: { run: () => void }) {
  const onMount = useEffectEvent(run);
  useEffect(() => onMount(), []);
  return null;
}

/** Opens the sheet. Wide screens show the filters. */
export function FiltersButton({ active, className }: { active: number; className?: string }) {
  return (
    <Button popoverTarget={FILTERS_ID} className={classNames('lg:hidden', className)}>
      <Icon name="SlidersHorizontal" /> Filters{active > 0 && ` (${active})`}
    </Button>
  );
}
