import { classNames } from './class-names.ts';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** `icon` needs an aria-label. */
  size?: 'small' | 'medium' | 'large' | 'icon';
}

export function buttonClasses({ variant = 'secondary', size = 'medium' }: ButtonLook, className?: string) {
  return classNames(`button button-${variant} button-${size}`, className);
}
