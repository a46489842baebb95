import { readdirSync } from 'node:fs';
import { defineConfig, type OxlintOverride } from './tools/checks/oxlint.ts';

const aliases = ['core', 'kit', 'shop', 'desk', 'doors', 'server', 'db', 'tests'];

/** Lists the subjects of the business. Each may import those above it. */
const subjects = [
  'values',
  'platform',
  'limits',
  'vehicles',
  'accounts',
  'audit',
  'live',
  'addresses',
  'catalog',
  'pricing',
  'settings',
  'mail',
  'alerts',
  'fitment',
  'search',
  'pictures',
  'part-changes',
  'yard',
  'legal',
  'carts',
  'orders',
  'payments',
  'checkout',
  'agents',
  'returns',
  'inbox',
  'back-in-stock',
  'car-mail',
  'customers',
  'sales',
  'imports',
  'api',
  'security',
];

interface Forbidden {
  regex: string;
  message: string;
}

const otherFolder = 'Import another folder by its # name.';

/** Forbids all folders but these. Imports from another folder start with its alias (package.json, "imports"). */
function others(...mayImport: string[]): Forbidden {
  const forbidden = aliases.filter((alias) => !mayImport.includes(alias));
  const names = mayImport.map((alias) => `#${alias}`).join(', ');
  return {
    regex: `^#(${forbidden.join('|')})/`,
    message: `Files here may import ${names || 'no other folder'}.`,
  };
}

function zone(files: string, ...patterns: Forbidden[]): OxlintOverride {
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** Imports within a room are relative, and stay in it. Its folders lie at most two deep. */
function room(folder: string, ...patterns: Forbidden[]): OxlintOverride[] {
  return ['*', '*/*', '*/*/*'].map((files, depth) =>
    zone(`${folder}/${files}`, ...patterns, { regex: `^(\\.\\./){${depth + 1}}`, message: otherFolder }),
  );
}

const unlisted = readdirSync('app/core').filter((subject) => !subjects.includes(subject));
if (unlisted.length > 0) throw new Error(`Missing in the list of subjects: ${unlisted.join(', ')}`);

const zones: OxlintOverride[] = [
  ...room('app/kit', others()),
  zone('server/**', others('core', 'server', 'db')),
  zone('db/**', others('core', 'server', 'db')),
];

for (const [place, subject] of subjects.entries()) {
  const folder = `app/core/${subject}`;
  const later = {
    regex: `^#core/(${subjects.slice(place).join('|')})/`,
    message: `${subject} may import only subjects that oxlint.config.ts lists before it.`,
  };
  zones.push(
    ...room(folder, later, others('core', 'db')),
    // These folders have mails, and views that shop and desk share.
    zone(`${folder}/ui/*`, later, others('core', 'kit'), {
      regex: String.raw`^(\.\./){2}`,
      message: otherFolder,
    }),
    zone(`${folder}/**/*.server.tsx`, later, others('core', 'kit', 'db')),
  );
}

// Screens and doors know the core and the kit, never each other. The frame of the desk shows its screens.
for (const side of ['shop', 'desk', 'doors'])
  for (const name of readdirSync(`app/${side}`))
    zones.push(
      ...room(
        `app/${side}/${name}`,
        name === 'frame' ? others('core', 'kit', 'db', side) : others('core', 'kit', 'db'),
      ),
    );

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'promise', 'unicorn', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['build', 'data', '.react-router', 'db/types.ts'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines': ['warn', { max: 300, skipBlankLines: true, skipComments: true }],
    'react/react-in-jsx-scope': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'no-unused-vars': ['error', { ignoreRestSiblings: true }],
    // These rules guess from the source. axe measures the same on every screen in the browser.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/role-has-required-aria-props': 'off',
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    // Sequential work is intended: statements of one transaction, steps of a start.
    'no-await-in-loop': 'off',
  },
  overrides: [
    ...zones,
    // Tables of data.
    { files: ['db/seed/**', 'app/core/catalog/part-fields.ts'], rules: { 'max-lines': 'off' } },
    // Tests beside the code share tests/support.
    { files: ['{app,server,db}/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
    // Playwright reads from the pattern which fixtures a fixture needs.
    { files: ['tests/**'], rules: { 'max-lines': 'off', 'no-empty-pattern': 'off' } },
  ],
});
