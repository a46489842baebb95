/**
 * Runs in the page. Lists what makes the page scroll sideways, controls that are cut off by its sides, and controls of the
 * header that cover each other. The tabs and the table that scroll within themselves may cut off a control, except for a
 * table's first and last cells.
 */
export function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found: string[] = [];
  const describe = (element: Element) => element.outerHTML.slice(0, 160);
  const isScroller = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || isScroller(element.parentElement));
  const isOut = ({ left, right }: DOMRect) => left < -1 || right > clientWidth + 1;
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.getBoundingClientRect().width > 1 &&
        !element.closest('[inert]'),
    );

  if (scrollWidth > clientWidth) {
    found.push(`The page is ${scrollWidth} px wide`);
    for (const element of shown('body *'))
      if (isOut(element.getBoundingClientRect()) && !isScroller(element.parentElement))
        found.push(`Too wide: ${describe(element)}`);
  }
  for (const control of shown('a[href], button, input, select, textarea, summary')) {
    const cell = control.closest('td, th');
    const isKept = cell !== null && (!cell.previousElementSibling || !cell.nextElementSibling);
    if (isOut(control.getBoundingClientRect()) && (isKept || !isScroller(control)))
      found.push(`Out of sight: ${describe(control)}`);
  }
  const boxes = shown('body > header a[href], body > header button, body > * > header button').map(
    (element) => ({
      element,
      box: element.getBoundingClientRect(),
    }),
  );
  boxes.forEach(({ element, box }, index) => {
    for (const other of boxes.slice(index + 1))
      if (
        !element.contains(other.element) &&
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1
      )
        found.push(`In the header, over each other: ${describe(element)} and ${describe(other.element)}`);
  });
  return found.slice(0, 6);
}
