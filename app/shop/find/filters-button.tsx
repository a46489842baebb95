import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { FILTERS_ID } from './filter-panel-props.ts';

/** Opens the sheet. Wide screens show the filters without it. */
export function FiltersButton({ active }: { active: number }) {
  return (
    <Button popoverTarget={FILTERS_ID} className="lg:hidden">
      <Icon name="SlidersHorizontal" /> Filters{active > 0 && ` (${active})`}
    </Button>
  );
}
