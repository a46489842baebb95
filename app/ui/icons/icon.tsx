import { classNames } from '#ui/class-names.ts';
import type { IconName } from './icon-names.ts';
import sprite from './sprite.svg?url&no-inline';

interface IconProps {
  name: IconName;
  className?: string | undefined;
}

/**
 * An icon beside words that say the same. All are drawn in one file, so that neither the pages nor their scripts carry
 * the drawings. Size, colour and weight of the line come from classes.
 */
export function Icon({ name, className }: IconProps) {
  return (
    <svg width="24" height="24" aria-hidden className={classNames('icon', className)}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
