import { formatDollars } from '#domain/money.ts';
import { classNames } from './class-names.ts';

const sizes = { small: 'text-base', medium: 'text-xl', large: 'text-3xl' };

interface PriceProps {
  cents: number;
  size?: keyof typeof sizes;
  className?: string;
}

export function Price({ cents, size = 'small', className }: PriceProps) {
  return <span className={classNames('price', sizes[size], className)}>{formatDollars(cents)}</span>;
}
