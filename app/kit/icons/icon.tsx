import { classNames } from '../class-names.ts';
import type { IconName } from './icon-names.ts';
import sprite from './sprite.svg?url&no-inline';

interface IconProps {
  name: IconName;
  className?: string | undefined;
}

/** Shows a decorative icon. One file has all icons, to keep them out of pages and scripts. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg width="24" height="24" aria-hidden className={classNames('icon', className)}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
