import { lazy, Suspense } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icons/icon.tsx';
import { classNames } from '#ui/class-names.ts';
import { FILTERS_ID, type FilterPanelProps } from './filter-panel-props.ts';

const FilterPanel = lazy(() => import('./filter-panel.tsx'));

/** In the first column of a grid, which keeps its width until the script has loaded. */
export function Filters(props: FilterPanelProps) {
  return (
    <div>
      <Suspense>
        <FilterPanel {...props} />
      </Suspense>
    </div>
  );
}

/** Opens the sheet. Wide screens show the filters. */
export function FiltersButton({ active, className }: { active: number; className?: string }) {
  return (
    <Button popoverTarget={FILTERS_ID} className={classNames('lg:hidden', className)}>
      <Icon name="SlidersHorizontal" /> Filters{active > 0 && ` (${active})`}
    </Button>
  );
}
