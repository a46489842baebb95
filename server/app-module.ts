import type { Letter } from '#domain/letter.ts';
import type { AppOptions } from './app.ts';

type Tasks = typeof import('../app/tasks.server.ts');

/** What the server calls in the built app, beside its screens (entry.server.tsx). */
export interface AppModule {
  renderLetter: (letter: Letter, siteUrl: string) => { html: string; text: string };
  tasks: Tasks;
}

/** Reads the module anew for each call: while developing, the newest one counts. */
export async function appModule(build: AppOptions['build']): Promise<AppModule> {
  const { entry } = typeof build === 'function' ? await build() : build;
  return entry.module as typeof entry.module & AppModule;
}
