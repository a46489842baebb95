import routes from '../../app/routes.ts';

interface Entry {
  path?: string | undefined;
  file: string;
  children?: Entry[] | undefined;
}

function listBelow(entries: readonly Entry[], above: string): string[] {
  return entries.flatMap(({ path, file, children }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    const isPage = file.endsWith('.tsx') && !children;
    return [...(isPage ? [own || '/'] : []), ...listBelow(children ?? [], own)];
  });
}

/** Lists the paths of the pages in the form of app/routes.ts. Example: '/part/:address'. */
export function listPages(): string[] {
  return [...new Set(listBelow(routes, ''))];
}
