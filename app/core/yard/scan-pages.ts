const PAGES = /^\/admin\/(orders\/pull|vehicles\/(new|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}))$/;

/** Tells whether the document of this path may use the camera and the decoder of codes (WebAssembly). All others may not. */
export function mayScan(path: string): boolean {
  return PAGES.test(path);
}
