import { classNames } from '#kit/class-names.ts';

interface ScanCodeProps {
  /** Id of a part, or number of an order. Example: 'PY-10423'. */
  of: string;
  className?: string;
}

/** Shows a code for paper: a phone or a scanner opens what it stands for. */
export function ScanCode({ of, className }: ScanCodeProps) {
  return (
    <img
      src={`/scan/${of}/code.svg`}
      alt=""
      className={classNames('max-w-none shrink-0 bg-white', className)}
    />
  );
}
