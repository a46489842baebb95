import type { Letter } from '#domain/letter.ts';
import { appModule } from '../app-module.ts';
import type { AppOptions } from '../app.ts';

/** Both forms of a letter. */
export type RenderLetter = (letter: Letter) => Promise<{ html: string; text: string }>;

/** Renders letters by what is built (entry.server.tsx): Node reads no JSX from source. */
export function letterRenderer(build: AppOptions['build'], siteUrl: string): RenderLetter {
  return async (letter) => (await appModule(build)).renderLetter(letter, siteUrl);
}
