import { classNames } from '#ui/class-names.ts';
import { Price } from '#ui/price.tsx';

const looks = { small: '', medium: 'font-semibold', large: 'text-2xl font-semibold' };

interface PartPriceProps {
  /** Null or 0 of a part that is requested, not bought. */
  cents: number | null;
  size?: keyof typeof looks;
  className?: string;
}

export function PartPrice({ cents, size = 'small', className = '' }: PartPriceProps) {
  if (cents) return <Price cents={cents} size={size} className={className} />;
  return <span className={classNames(looks[size], className)}>Price on request</span>;
}
