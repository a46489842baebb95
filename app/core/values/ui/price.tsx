import { formatDollars } from '../money.ts';
import { classNames } from '#kit/class-names.ts';

const sizes = { small: 'text-base', medium: 'text-xl', large: 'text-3xl' };

interface PriceProps {
  cents: number;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

export function Price({ cents, size = 'small', className }: PriceProps) {
  return <span className={classNames('price', sizes[size], className)}>{formatDollars(cents)}</span>;
}

/** Shows the price of a part. A part without a price is requested, not bought. */
export function PartPrice({ cents, size, className }: Omit<PriceProps, 'cents'> & { cents: number | null }) {
  if (cents) return <Price {...{ cents, size, className }} />;
  return (
    <span className={classNames('font-semibold', size === 'large' && 'text-2xl', className)}>
      Price on request
    </span>
  );
}
