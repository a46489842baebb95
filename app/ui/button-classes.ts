import { classNames } from './class-names.ts';

export interface ButtonLook {
  /** One `primary` per view: what the visitor came to do. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** `icon` is a square for an icon alone; it needs an aria-label. */
  size?: 'small' | 'medium' | 'large' | 'icon';
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border text-center font-semibold no-underline ' +
  'transition-colors select-none [&_svg]:size-[1.15em] [&_svg]:shrink-0 ' +
  'disabled:cursor-not-allowed disabled:not-aria-busy:text-faint';

/** A disabled button lies flat; a busy one keeps its colour. */
const boxed = 'disabled:not-aria-busy:border-line disabled:not-aria-busy:bg-sunken';

const variants = {
  primary: `border-transparent bg-action text-on-action enabled-hover:bg-action-hover enabled-press:bg-action-press ${boxed}`,
  secondary: `border-line-strong bg-surface text-ink enabled-hover:bg-hover enabled-press:bg-sunken ${boxed}`,
  quiet: 'border-transparent bg-transparent text-link enabled-hover:bg-hover enabled-press:bg-sunken',
  danger: `border-transparent bg-danger-fill text-on-action enabled-hover:bg-danger-fill-hover ${boxed}`,
};

const sizes = {
  small: 'min-h-9 px-3 py-1 text-sm',
  medium: 'min-h-11 px-4 py-2 text-base',
  icon: 'size-11 text-base',
  large: 'min-h-13 px-6 py-2.5 text-lg',
};

/** The looks that Button and ButtonLink share. */
export function buttonClasses({ variant = 'secondary', size = 'medium' }: ButtonLook, className?: string) {
  return classNames(base, variants[variant], sizes[size], className);
}
