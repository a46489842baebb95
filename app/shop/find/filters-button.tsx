import { Button } from '#kit/button.tsx';
import { Icon } from '#kit/icons/icon.tsx';
import { classNames } from '#kit/class-names.ts';
import { FILTERS_ID } from './filter-panel-props.ts';

/** Opens the sheet. Wide screens show the filters without it. */
export function FiltersButton({ active, className }: { active: number; className?: string }) {
  return (
    <Button popoverTarget={FILTERS_ID} className={classNames('lg:hidden', className)}>
      <Icon name="SlidersHorizontal" /> Filters{active > 0 && ` (${active})`}
    </Button>
  );
}
