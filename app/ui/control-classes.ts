/** The box of every field: 44 px high, 16 px text (below that, iOS zooms in on focus). */
export const controlClasses =
  'block w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink ' +
  'transition-colors enabled-hover:border-ink aria-invalid:border-danger aria-invalid:border-2 ' +
  'focus-visible:outline-offset-0 ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-faint';
