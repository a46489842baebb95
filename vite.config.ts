import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';

const EVERY_PAGE = ['entry.client.tsx', 'root.tsx'];
const CATALOG_PAGES = ['routes/home.tsx', 'routes/junkyard.tsx', 'routes/part.tsx'];

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const onEveryPage = (id: string, graph: Modules) => EVERY_PAGE.some((page) => reaches(page, id, graph));

/** On several pages of the catalogue. */
const onCatalogPages = (id: string, graph: Modules) =>
  CATALOG_PAGES.filter((page) => reaches(page, id, graph)).length > 1;

/**
 * What is loaded with every page, or with most of the catalogue's, goes into one file each: many small ones weigh more
 * and arrive later. Everything else is split by the routes that need it.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: (id, graph) => (id.includes('node_modules') && onEveryPage(id, graph) ? 'framework' : null),
    priority: 3,
  },
  { name: (id, graph) => (onEveryPage(id, graph) ? 'shop' : null), priority: 2 },
  { name: (id, graph) => (onCatalogPages(id, graph) ? 'catalog' : null), priority: 1 },
];

const reached = new Map<string, Set<string>>();

/** Whether a page imports a module, itself or through others, when it is loaded. */
function reaches(page: string, id: string, graph: Modules): boolean {
  let modules = reached.get(page);
  if (!modules) {
    // Styles stay with the page itself, where the router looks for them.
    const imports = (module: string) =>
      (graph.getModuleInfo(module)?.importedIds ?? []).filter((imported) => !imported.endsWith('.css'));
    modules = new Set(imports(join(import.meta.dirname, 'app', page)));
    for (const module of modules) for (const imported of imports(module)) modules.add(imported);
    reached.set(page, modules);
  }
  return modules.has(id);
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
});
