import { classNames } from '#kit/class-names.ts';
import type { CategoryDrawing } from './category-drawing.server.ts';
import drawings from './drawings.svg?url&no-inline';

interface DrawingProps {
  name: CategoryDrawing | 'how-find' | 'how-check' | 'how-fit';
  width: number;
  height: number;
  className?: string;
}

/** Shows decoration only. One file has all drawings, in the colors of the theme. */
export function Drawing({ name, width, height, className }: DrawingProps) {
  return (
    <svg width={width} height={height} aria-hidden className={classNames('icon', className)}>
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}
