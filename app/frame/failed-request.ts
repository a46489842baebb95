import { createContext, useContext, useState } from 'react';

/** On the server: the id of a request that fails. Otherwise there is none, and pages are the same for everybody. */
const FailedRequest = createContext<string | undefined>(undefined);

export const FailedRequestProvider = FailedRequest.Provider;

/** What carries the id in the page that the server has sent. */
const carrier = 'data-failed-request';

/**
 * The id under which the log knows why this page failed, and the attribute by which the browser finds it again in the
 * page that the server has sent. What fails in the browser alone has none.
 */
export function useFailedRequest() {
  const onServer = useContext(FailedRequest);
  const [id] = useState(() => (typeof document === 'undefined' ? onServer : (sent() ?? fetched())));
  return { id, attribute: { [carrier]: id } };
}

function sent(): string | undefined {
  return document.querySelector(`[${carrier}]`)?.getAttribute(carrier) ?? undefined;
}

/** Of a page whose data this page has asked for: a failing answer carries its id in Server-Timing. */
function fetched(): string | undefined {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const data = entries.findLast(({ name }) => new URL(name).pathname.endsWith('.data'));
  return data?.serverTiming?.find(({ name }) => name === 'request')?.description;
}
