const NEXT_STEP = 'main [data-next]';

/**
 * Remembers the control that opens a dialog. The returned function finds where the focus goes when the dialog closes: to
 * the control, else to another one of its row, else to the next row of its list, else to the screen's next step (`data-next`), else
 * to the heading above. Null if all of them are gone.
 */
export function rememberPlace(control: Element | null): () => HTMLElement | null {
  const row = control?.closest('tr, li');
  const rows = [row, row?.nextElementSibling, row?.previousElementSibling];
  const headings = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3)')].filter(
    (heading) =>
      control &&
      !row?.contains(heading) &&
      isOfSection(heading, control) &&
      heading.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return () => {
    if (control instanceof HTMLElement && isUsable(control)) return control;
    for (const each of rows) {
      const controls = each?.querySelectorAll<HTMLElement>('a[href], button') ?? [];
      const next = [...controls].find(isUsable);
      if (next) return next;
    }
    const step = document.querySelector<HTMLElement>(NEXT_STEP);
    if (step && isUsable(step)) return step;
    const heading = headings.findLast((each) => each.checkVisibility()) ?? null;
    if (heading) heading.tabIndex = -1;
    return heading;
  };
}

/** Headings of other sections name something else. */
function isOfSection(heading: HTMLElement, control: Element): boolean {
  return heading.closest('section')?.contains(control) ?? true;
}

/** Moves the focus to the screen's next step (`data-next`), if there is one. */
export function focusNextStep(): void {
  document.querySelector<HTMLElement>(NEXT_STEP)?.focus();
}

const REMOVAL_MS = 5_000;

let following: MutationObserver | undefined;

/** Keeps the focus near the last control whose row the list may lose within the next seconds. */
export function followRemoval(findFocus: () => HTMLElement | null): void {
  function keepFocus() {
    if (document.activeElement === document.body) findFocus()?.focus();
  }
  keepFocus();
  following?.disconnect();
  const observer = new MutationObserver(keepFocus);
  following = observer;
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), REMOVAL_MS);
}

function isUsable(control: HTMLElement): boolean {
  return control !== document.body && control.checkVisibility() && !control.matches(':disabled');
}
