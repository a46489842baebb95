import { readdirSync } from 'node:fs';
import { defineConfig, type OxlintOverride } from './tools/checks/oxlint.ts';

/**
 * Which folder may import which. Imports from another folder start with `#folder/` (package.json, "imports"), those within
 * a folder are relative. So a zone is a list of the names that its files may import.
 */
const names = [
  'services',
  'settings',
  'jobs',
  'audit',
  'live',
  'alerts',
  'pictures',
  'mail',
  'domain',
  'ui',
  'features',
  'server',
  'db',
  'tests',
];

function zone(files: string, mayImport: string[], alsoForbidden: object[] = []): OxlintOverride {
  const forbidden = names.filter((name) => !mayImport.includes(name));
  return {
    files: [files],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...(forbidden.length > 0
              ? [
                  {
                    regex: `^#(${forbidden.join('|')})(/|$)`,
                    message: `Files here may import ${mayImport.map((name) => `#${name}`).join(', ') || 'no other folder'}.`,
                  },
                ]
              : []),
            ...alsoForbidden,
          ],
        },
      ],
    },
  };
}

const noWayOut = { regex: '^\\.\\./', message: 'Import another folder by its # name.' };

const features = readdirSync('app/features');
const featureZones = features.map((feature) => {
  const others = features.filter((other) => other !== feature);
  return zone(
    `app/features/${feature}/**`,
    [
      'services',
      'settings',
      'jobs',
      'audit',
      'live',
      'alerts',
      'pictures',
      'mail',
      'domain',
      'ui',
      'db',
      'features',
    ],
    [
      noWayOut,
      ...others.map((other) => ({
        regex: `^#features/${other}/`,
        message: 'A feature never imports another: compose them in the route, or move the rule to #domain.',
      })),
    ],
  );
});

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
    // What they guess from the source, axe measures on every screen in the browser.
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/role-has-required-aria-props': 'off',
    'jsx-a11y/click-events-have-key-events': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    // One after the other is what is meant: statements of one transaction, steps of a start.
    'no-await-in-loop': 'off',
  },
  overrides: [
    zone('app/domain/**', ['domain'], [noWayOut]),
    zone('app/mail/**', ['settings', 'jobs', 'domain', 'ui', 'db'], [noWayOut]),
    zone('app/ui/**', ['domain', 'ui'], [noWayOut]),
    ...featureZones,
    zone('app/routes/**', ['services', 'settings', 'audit', 'live', 'domain', 'ui', 'features']),
    zone('server/**', [
      'services',
      'settings',
      'jobs',
      'audit',
      'alerts',
      'mail',
      'domain',
      'features',
      'db',
      'server',
    ]),
    zone('db/**', ['domain', 'server', 'db']),
    { files: ['db/seed/**'], rules: { 'max-lines': 'off' } },
    // Tests beside the code share tests/support.
    { files: ['{app,server,db}/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
    // Playwright reads from the pattern which fixtures a fixture needs.
    { files: ['tests/**'], rules: { 'max-lines': 'off', 'no-empty-pattern': 'off' } },
  ],
});
