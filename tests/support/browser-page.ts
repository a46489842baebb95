import { afterEach, beforeEach, vi } from 'vitest';
import type { VisitorEvent } from '#core/audit/record-event.ts';
import type { ToastContent } from '#kit/toaster.tsx';

/** Stands in for `window.localStorage`. Blocked means that it can't be used at all, and full that it accepts nothing more. */
class StorageStandIn {
  state: 'works' | 'full' | 'blocked' = 'works';
  #items = new Map<string, string>();

  getItem(key: string): string | null {
    this.#check();
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#check();
    if (this.state === 'full') throw new DOMException('The storage is full', 'QuotaExceededError');
    this.#items.set(key, value);
  }

  removeItem(key: string): void {
    this.#check();
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }

  #check(): void {
    if (this.state === 'blocked') throw new DOMException('The storage is blocked', 'SecurityError');
  }
}

/** An open tab, the result of `window.open`. */
class TabStandIn {
  readonly document = { title: '', body: { textContent: '', style: {} } };
  closed = false;
  address: string | undefined;
  opener: unknown = 'the shop';
  location = { assign: (url: URL) => void (this.address = url.href) };

  close(): void {
    this.closed = true;
  }
}

class WindowStandIn extends EventTarget {
  readonly opened: TabStandIn[] = [];
  arePopupsBlocked = false;
  address: string | undefined;
  location = {
    href: 'https://shop.test/cart',
    pathname: '/cart',
    assign: (url: URL) => void (this.address = url.href),
  };

  open(address: string, target: string): TabStandIn | null {
    if (this.arePopupsBlocked || address !== 'about:blank' || target !== '_blank') return null;
    const tab = new TabStandIn();
    this.opened.push(tab);
    return tab;
  }
}

class DocumentStandIn extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible';
}

/** Answers a request of the page in place of the shop. */
type Answer = (request: Request) => unknown;

/** Has the parts of a browser that client code uses, except the screen. */
class BrowserPage {
  readonly storage = new StorageStandIn();
  readonly window = new WindowStandIn();
  readonly document = new DocumentStandIn();
  readonly requests: Request[] = [];
  /** Toasts on the page. */
  readonly toasts: ToastContent[] = [];
  /** Events for the audit trail, each as an action, its details, and its resource. */
  readonly events: unknown[][] = [];
  /** Returns a body, or a response with another status than 200. */
  answer: Answer = () => new Response(null, { status: 503 });

  async fetch(address: string, init?: RequestInit): Promise<Response> {
    const request = new Request(new URL(address, this.window.location.href), init);
    this.requests.push(request);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    request.signal.addEventListener('abort', () => reject(request.signal.reason));
    const answer = await Promise.race([this.answer(request), aborted]);
    return answer instanceof Response ? answer : Response.json(answer);
  }

  /** Paths of all requests, with their queries. */
  get paths(): string[] {
    return this.requests.map(({ url }) => url.slice(new URL(url).origin.length));
  }

  /** Another tab of the browser changes the storage. */
  storeInOtherTab(key: string, value: string): void {
    this.storage.setItem(key, value);
    this.dispatch('storage', { key });
  }

  clearStorageInOtherTab(): void {
    this.storage.clear();
    this.dispatch('storage', { key: null });
  }

  /** The page comes back from the back/forward cache, or is shown for the first time. */
  show(persisted: boolean): void {
    this.dispatch('pageshow', { persisted });
  }

  changeVisibility(state: DocumentVisibilityState): void {
    this.document.visibilityState = state;
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  private dispatch(type: string, fields: object): void {
    this.window.dispatchEvent(Object.assign(new Event(type), fields));
  }

  async install(): Promise<void> {
    vi.resetModules();
    vi.stubGlobal('window', this.window);
    vi.stubGlobal('document', this.document);
    vi.stubGlobal('localStorage', this.storage);
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => this.fetch(address, init));
    vi.doMock('#kit/show-toast.ts', () => ({
      showToast: async (toast: ToastContent) => void this.toasts.push(toast),
    }));
    const { setEventSender } = await import('#core/audit/record-event.ts');
    setEventSender(({ action, details, resource }: VisitorEvent) =>
      this.events.push([action, details, ...(resource ? [resource] : [])]),
    );
  }
}

/** Each test of the file has a page of its own, which loads the modules that the test imports anew. */
export function openBrowserPages(): { readonly current: BrowserPage } {
  const pages = { current: new BrowserPage() };
  beforeEach(async () => {
    pages.current = new BrowserPage();
    await pages.current.install();
  });
  afterEach(() => {
    vi.doUnmock('#kit/show-toast.ts');
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  return pages;
}
