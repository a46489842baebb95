export const backdropClasses =
  'fixed inset-0 z-30 min-h-dvh bg-scrim transition-opacity duration-(--slow) data-ending-style:opacity-0 data-starting-style:opacity-0';

export const popupClasses =
  'fixed inset-x-0 bottom-0 z-30 mx-auto flex max-h-[calc(100dvh-1.5rem)] w-full flex-col rounded-t-lg border ' +
  'border-line bg-raised shadow-lifted transition-[translate,opacity] duration-(--slow) outline-none ' +
  'data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 ' +
  'data-starting-style:opacity-0 sm:inset-y-0 sm:my-auto sm:h-fit sm:w-[calc(100%-2rem)] sm:rounded-lg';

export const actionsClasses =
  'flex flex-col-reverse gap-2 border-t border-line p-4 sm:flex-row sm:justify-end sm:px-6';
