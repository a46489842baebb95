import { createContext, useContext, useState } from 'react';

/** The id of a failed request. Other pages have none, so that they are the same for all visitors. */
const FailedRequest = createContext<string | undefined>(undefined);

export const FailedRequestProvider = FailedRequest.Provider;

const ATTRIBUTE = 'data-failed-request';

/** Returns the failed request's log id, and the attribute with which the browser finds it in the server's page. */
export function useFailedRequest() {
  const onServer = useContext(FailedRequest);
  const [id] = useState(() =>
    typeof document === 'undefined' ? onServer : (readFromPage() ?? readFromTiming()),
  );
  return { id, attribute: { [ATTRIBUTE]: id } };
}

function readFromPage(): string | undefined {
  return document.querySelector(`[${ATTRIBUTE}]`)?.getAttribute(ATTRIBUTE) ?? undefined;
}

/** A failed data request of a client navigation has its id in the Server-Timing header. */
function readFromTiming(): string | undefined {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const data = entries.findLast(({ name }) => new URL(name).pathname.endsWith('.data'));
  return data?.serverTiming?.find(({ name }) => name === 'request')?.description;
}
