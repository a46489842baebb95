import { redirectDocument } from 'react-router';
import { mayScan } from '../scan-pages.ts';

interface Loading<T> {
  request: Request;
  serverLoader: () => Promise<T>;
}

/**
 * The client loader of a page with a Scan button. What a document may do was decided when it was loaded, so from a document of
 * another page, the page is loaded as a document.
 */
export async function loadScanPage<T>({ request, serverLoader }: Loading<T>): Promise<T> {
  const [document] = performance.getEntriesByType('navigation');
  const isHere = new URL(request.url).pathname === location.pathname;
  if (!isHere && document && !mayScan(new URL(document.name).pathname)) throw redirectDocument(request.url);
  return serverLoader();
}
