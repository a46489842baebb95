/**
 * Runs in the page. Lists texts that a box without a scroll bar cuts off. `ends` means that an ellipsis says so, as at the
 * end of a teaser.
 */
export function findCutText(): { text: string; ends: boolean }[] {
  const found: { text: string; ends: boolean }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const parent = node.parentElement;
    if (!node.nodeValue?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    // A teaser is whole on the part's page.
    if (parent.closest('select, svg, [inert], .part-description')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
    const cutting = findCutting(parent, lines);
    if (cutting)
      found.push({
        text: `${node.nodeValue.trim().slice(0, 60)} in ${cutting.outerHTML.slice(0, 120)}`,
        ends: getComputedStyle(cutting).textOverflow === 'ellipsis' || isClamped(cutting),
      });
  }
  return found;

  function findCutting(start: Element, lines: DOMRect[]): Element | undefined {
    for (let box: Element | null = start; box && box !== document.body; box = box.parentElement) {
      const { display, overflowX, overflowY, position } = getComputedStyle(box);
      if (display === 'inline') continue;
      const { left, right, top, bottom, width } = box.getBoundingClientRect();
      // Only screen readers read it.
      if (width <= 1) return undefined;
      if (/auto|scroll/.test(overflowX + overflowY) || position === 'fixed') return undefined;
      if (overflowX === 'visible') continue;
      // A line's box is higher than its letters.
      const isCut = (line: DOMRect) =>
        line.left < left - 1 ||
        line.right > right + 1 ||
        line.top + line.height / 5 < top - 1 ||
        line.bottom - line.height / 5 > bottom + 1;
      if (lines.some(isCut)) return box;
    }
    return undefined;
  }

  function isClamped(box: Element): boolean {
    return getComputedStyle(box).webkitLineClamp !== 'none';
  }
}
