import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** They load binaries from their own folders. */
const EXTERNAL_PACKAGES = ['@node-rs/argon2', 'sharp', 'ssh2'];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Split by route only, and what every page loads, most routes share, and lists and pages of parts show: many small files weigh more.
              groups: [
                { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
                { name: 'frame', test: /\/app\/(root|frame\/start-app)\.tsx/ },
                { name: 'shop', minShareCount: 35 },
                { name: 'parts', test: /\/(cart\/part-actions|ui\/part-picture|ui\/fit-note)\.tsx/ },
              ],
            },
          },
        },
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
