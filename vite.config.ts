import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { entries, UNBUNDLED_PACKAGES } from './server/entries.ts';

const packageFile = (path: string) => join(import.meta.dirname, 'node_modules', path);

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  ...(command === 'build' && {
    resolve: {
      // A build would otherwise take the packages' files for browsers, which have no zlib.
      alias: {
        fontkit: packageFile('fontkit/dist/module.mjs'),
        pdfkit: packageFile('pdfkit/js/pdfkit.node.mjs'),
      },
    },
  }),
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Chunks are split by route only. Common chunks hold what every page loads, and what lists and pages of parts show:
              // many small files weigh more.
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
                {
                  name: 'frame',
                  test: /\/app\/(root|frame\/start-app|kit\/(field|text-field|alert|badge|card|show-toast))\.tsx?$/,
                },
                {
                  name: 'parts',
                  test: /\/(part-actions|part-picture|fit-note|select|skeleton|toggle-button|stock-badge|recent-parts|request-part-button|add-to-cart|buy-buttons)\.tsx?$/,
                },
              ],
            },
          },
        },
      },
    },
    // The server, the screens and the commands are one build, so that each module is there once.
    ssr: {
      build: {
        rolldownOptions: {
          input: Object.fromEntries(
            Object.entries(entries).map(([name, file]) => [name, join(import.meta.dirname, file)]),
          ),
          // Chunks lie beside the entries, because some of them start these (own-process.server.ts).
          output: { chunkFileNames: 'chunk-[name]-[hash].js' },
        },
      },
      // A build includes the packages, so the shop starts in about half the time. In development, Node loads them.
      ...(command === 'build' && {
        resolve: { noExternal: true, external: UNBUNDLED_PACKAGES },
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      }),
    },
  },
}));
