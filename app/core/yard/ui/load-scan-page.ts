import { mayScan } from '../scan-pages.ts';

interface Loading<T> {
  request: Request;
  serverLoader: () => Promise<T>;
}

/** Tells whether this document may scan. That was decided when it was loaded, by its first page. */
export function documentMayScan(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return !document || mayScan(new URL(document.name).pathname);
}

/** The client loader of a page that is for scanning: from a document that may not scan, it is loaded as a document. */
export function loadScanPage<T>({ request, serverLoader }: Loading<T>): Promise<T> {
  const isHere = new URL(request.url).pathname === location.pathname;
  if (isHere || documentMayScan()) return serverLoader();
  location.assign(request.url);
  // The document ends before anything waits for long.
  return new Promise(() => undefined);
}
