const TOUCH = 'touch';

/** What a pressed link has to open its page without a rival, in milliseconds. */
const LINK_MS = 1_000;

/** Also what changes the page: React waits with the change until the part is loaded. */
const EVENTS = [
  'pointermove',
  'pointerdown',
  // Of assistive software, without a press.
  'click',
  'keydown',
  'focusin',
  'input',
  'change',
  'submit',
  'popstate',
  TOUCH,
];

/**
 * For a lazy part of a page: loads its script when the visitor first uses the page. Until then, and if it can't be loaded, the
 * server's HTML stays: its links and forms work without scripts.
 */
export async function loadWhenTouched<Loaded>(
  load: () => Promise<Loaded>,
  touched: () => Promise<void> = whenTouched,
): Promise<Loaded> {
  // With a vehicle in the garage, parts say whether they fit.
  const isWanted = import.meta.env.SSR || 'garage' in document.documentElement.dataset;
  if (!isWanted) await touched();
  return load().catch(() => new Promise<never>(() => {}));
}

/** Call before a change of the page that the visitor has not caused. */
export function touchPage(): void {
  dispatchEvent(new Event(TOUCH));
}

/**
 * Resolves when the visitor first uses the page. After a navigation within the shop, it was used.
 * @param linksFirst for what the page behind a link does not need: a pressed link opens its page first.
 */
export function whenTouched({ linksFirst = false } = {}): Promise<void> {
  if (navigator.userActivation?.hasBeenActive !== false) return Promise.resolve();
  return new Promise((resolve) => {
    const controller = new AbortController();
    let moves = 0;
    const finish = () => {
      controller.abort();
      resolve();
    };
    const onTouch = (event: Event) => {
      // While a page loads, a mouse that rests on it sends events too. The first one may have a distance to an earlier page.
      if (event instanceof PointerEvent && event.type === 'pointermove') {
        moves += 1;
        if (moves === 1 || (!event.movementX && !event.movementY)) return;
      }
      if (linksFirst && leadsAway(event)) setTimeout(finish, LINK_MS);
      else finish();
    };
    // React stops those on HTML that it has not hydrated.
    const options = { capture: true, signal: controller.signal };
    for (const event of EVENTS) addEventListener(event, onTouch, options);
  });
}

function leadsAway({ target }: Event): boolean {
  const link = target instanceof Element && target.closest('a');
  return link ? link.pathname !== location.pathname : false;
}
