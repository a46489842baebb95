import { createContext, useContext, useState } from 'react';

/** On the server: the id of a request that fails. Otherwise there is none, and pages are the same for everybody. */
const FailedRequest = createContext<string | undefined>(undefined);

export const FailedRequestProvider = FailedRequest.Provider;

/** What carries the id in the page that the server has sent. */
const carrier = 'data-failed-request';

/**
 * The id under which the log knows why this page failed, and the attribute by which the browser finds it again. A page
 * that fails in the browser has none.
 */
export function useFailedRequest() {
  const onServer = useContext(FailedRequest);
  const [id] = useState(() =>
    typeof document === 'undefined'
      ? onServer
      : (document.querySelector(`[${carrier}]`)?.getAttribute(carrier) ?? undefined),
  );
  return { id, attribute: { [carrier]: id } };
}
