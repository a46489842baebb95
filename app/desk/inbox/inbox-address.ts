import { formatReference, type InboxKind, type ThreadState } from '#core/inbox/inbox.ts';

/** Name in addresses -> title. The first one is shown first. */
export const inboxViews = { open: 'Open', answered: 'Answered', closed: 'Closed', all: 'All' } as const;

export type InboxView = keyof typeof inboxViews;

export interface InboxQuery {
  kind: InboxKind;
  view: InboxView;
  q: string;
  /** Numbers of threads: the list begins after this one, or ends before it. */
  after?: number | undefined;
  before?: number | undefined;
}

export const MAX_SEARCH_LENGTH = 200;

export const SAVED_ANSWERS_PATH = '/admin/messages/saved-answers';

export const inboxPaths: Record<InboxKind, string> = {
  request: '/admin/requests',
  message: '/admin/messages',
};

export function stateOf(view: InboxView): ThreadState | null {
  return view === 'all' ? null : view;
}

export function readInboxQuery(kind: InboxKind, parameters: URLSearchParams): InboxQuery {
  const view = parameters.get('view') ?? '';
  return {
    kind,
    view: Object.hasOwn(inboxViews, view) ? (view as InboxView) : 'open',
    q: (parameters.get('q') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_LENGTH),
    after: readNumber(parameters.get('after')),
    before: readNumber(parameters.get('before')),
  };
}

function readNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

export function inboxAddress({ kind, view, q, after, before }: InboxQuery, path = inboxPaths[kind]): string {
  const parameters = new URLSearchParams({
    ...(view !== 'open' && { view }),
    ...(q && { q }),
    ...(after !== undefined && { after: String(after) }),
    ...(before !== undefined && { before: String(before) }),
  });
  return `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

/** Returns where the list is loaded again after changes. */
export function listAddress(query: InboxQuery): string {
  return inboxAddress(query, `/admin/inbox/${query.kind}.json`);
}

export function threadAddress(thread: { kind: InboxKind; number: number }): string {
  return `${inboxPaths[thread.kind]}/${formatReference(thread)}`;
}
