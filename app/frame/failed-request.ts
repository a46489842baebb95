import { createContext, useContext, useState } from 'react';

/** The id of the failed request. Only error pages have it: other pages are the same for all visitors. */
const FailedRequest = createContext<string | undefined>(undefined);

export const FailedRequestProvider = FailedRequest.Provider;

const ATTRIBUTE = 'data-failed-request';

/** Returns the failed request's id, and the attribute by which the browser finds it in the server's page. */
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

/** Finds the id of a failed data request of a client navigation. */
function readFromTiming(): string | undefined {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const data = entries.findLast(({ name }) => new URL(name).pathname.endsWith('.data'));
  return data?.serverTiming?.find(({ name }) => name === 'request')?.description;
}
