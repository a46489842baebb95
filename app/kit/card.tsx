import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'article' | 'li';
  padding?: 'none' | 'normal' | 'roomy';
}

const paddings = { none: '', normal: 'p-4 sm:p-5', roomy: 'p-5 sm:p-8' };

export function Card({ as = 'div', padding = 'normal', className, ...rest }: CardProps) {
  const Element = as as 'div';
  return <Element {...rest} className={classNames('card', paddings[padding], className)} />;
}
