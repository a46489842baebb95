import { classNames } from './class-names.ts';

export interface ButtonLook {
  /** One `primary` per view: what the visitor came to do. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** `icon` is a square for an icon alone; it needs an aria-label. */
  size?: 'small' | 'medium' | 'large' | 'icon';
}

/** The looks that Button and ButtonLink share (styles/components.css). */
export function buttonClasses({ variant = 'secondary', size = 'medium' }: ButtonLook, className?: string) {
  return classNames(`button button-${variant} button-${size}`, className);
}
