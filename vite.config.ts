import { join, relative } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const APP = join(import.meta.dirname, 'app');
const ROOT = join(APP, 'root.tsx');
const JUNKYARD = join(APP, 'routes/junkyard.tsx');
const EVERY_PAGE = [join(APP, 'entry.client.tsx'), ROOT];
/** Of most pages, also of those that do not show the catalog, and of the route of the home page. */
const OF_MOST_PAGES = new Set([join(APP, 'ui/badge.tsx'), join(APP, 'ui/lazy-view.tsx')]);
const FORM_PAGES = [join(APP, 'routes/contact.tsx'), join(APP, 'routes/request.tsx')];
const SELECTOR = join(APP, 'routes/home.selector.tsx');
const RESULTS = join(APP, 'routes/home.results.tsx');
const PART = join(APP, 'routes/part.tsx');
const CATALOG_PAGES = [SELECTOR, RESULTS, JUNKYARD, PART];

/**
 * Styles stay with the page itself, where the router looks for them. What describes a page to machines, the server says
 * alone (features/seo/page-meta.ts).
 */
const NOT_IN_SCRIPTS = /(\.css|\/canonical\.ts|\/seo\/[a-z]+-data\.ts)$/;

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const onEveryPage = (id: string, graph: Modules) =>
  id === ROOT || OF_MOST_PAGES.has(id) || EVERY_PAGE.some((page) => reaches(page, id, graph));

/** What pages with a form share with those of the catalog. */
const isOfForms = (id: string, graph: Modules) =>
  FORM_PAGES.some((page) => reaches(page, id, graph)) &&
  CATALOG_PAGES.some((page) => reaches(page, id, graph));

/** The file of what several pages of the catalog have: all, lists only, or all but the junkyard. The selector has little of it. */
function catalogFile(id: string, graph: Modules): string | null {
  if (CATALOG_PAGES.filter((page) => reaches(page, id, graph)).length < 2) return null;
  if (reaches(SELECTOR, id, graph)) return 'selector';
  if (!reaches(JUNKYARD, id, graph)) return 'results';
  return reaches(PART, id, graph) ? 'catalog' : 'lists';
}

/**
 * What is loaded with every page, or with most of the catalog's, goes into one file each: many small ones weigh more
 * and arrive later. Everything else is split by the routes that need it.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: (id, graph) => (id.includes('node_modules') && onEveryPage(id, graph) ? 'framework' : null),
    priority: 3,
  },
  { name: (id, graph) => (onEveryPage(id, graph) || isOfForms(id, graph) ? 'shop' : null), priority: 2 },
  { name: catalogFile, priority: 1 },
];

const PUBLIC_FILES =
  /^assets\/(shop|catalog|lists|results|selector|home|home\.results|home\.selector|junkyard|part)-/;
/** What the first focus of a search loads. */
const SUGGESTIONS = /\/(part-suggestions|suggestion-list)-/;

/**
 * The files that a lazy part needs besides itself, so that they load at the same time. Public pages do without: most of
 * their lazy parts load when the page is at rest or ahead of their use, and the names weigh up to 1.5 kB on each page.
 */
function namedInAdvance(_file: string, dependencies: string[], { hostId }: { hostId: string }): string[] {
  if (!PUBLIC_FILES.test(hostId)) return dependencies;
  return dependencies.filter((dependency) => SUGGESTIONS.test(dependency));
}

const EVERY_PAGES_FILES = /^assets\/(framework|shop|rolldown-runtime)-/;
const LAZY_FILES = 'virtual:lazy-files';
const lazyFiles: Record<string, string[]> = {};

/** Tells the server the files of each lazy module besides those of every page. See app/ui/lazy-view.tsx. Empty in development. */
function listLazyFiles(): Plugin {
  return {
    name: 'list-lazy-files',
    resolveId: (id) => (id === LAZY_FILES ? id : undefined),
    load: (id) => (id === LAZY_FILES ? `export default ${JSON.stringify(lazyFiles)}` : undefined),
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return;
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isDynamicEntry || !chunk.facadeModuleId) continue;
        const files = new Set([chunk.fileName]);
        for (const file of files) {
          const imported = bundle[file];
          if (imported?.type === 'chunk') for (const name of imported.imports) files.add(name);
        }
        lazyFiles[relative(APP, chunk.facadeModuleId)] = [...files].flatMap((file) =>
          EVERY_PAGES_FILES.test(file) ? [] : `/${file}`,
        );
      }
    },
  };
}

const reached = new Map<string, Set<string>>();

/** Whether a page imports a module, itself or through others, when it is loaded. */
function reaches(page: string, id: string, graph: Modules): boolean {
  let modules = reached.get(page);
  if (!modules) {
    const imports = (module: string) =>
      (graph.getModuleInfo(module)?.importedIds ?? []).filter((imported) => !NOT_IN_SCRIPTS.test(imported));
    modules = new Set(imports(page));
    for (const module of modules) for (const imported of imports(module)) modules.add(imported);
    reached.set(page, modules);
  }
  return modules.has(id);
}

/** React Router's `Link`, `NavLink` and others are in the scripts without this, although the shop does not use them. */
function dropUnusedComponents(): Plugin {
  return {
    name: 'drop-unused-components',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/node_modules\/react-router\// },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/(?<= = )(?=React\$1\.(forwardRef|createContext)\()/g, '/* @__PURE__ */ '),
    },
  };
}

/** They load binaries from their own folders. */
const EXTERNAL_PACKAGES = ['@node-rs/argon2', 'sharp', 'ssh2'];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), listLazyFiles(), dropUnusedComponents()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups } },
        },
        modulePreload: { resolveDependencies: namedInAdvance },
      },
    },
    // The server and the screens in one, so that each module is there once.
    ssr: {
      build: { rolldownOptions: { input: join(import.meta.dirname, 'server/index.ts') } },
      // With its packages, the shop starts in about half the time. In development, Node loads them.
      ...(command === 'build' && {
        resolve: { noExternal: true, external: EXTERNAL_PACKAGES },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
    },
  },
}));
