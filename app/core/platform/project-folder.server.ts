import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns a path in the folder of the project. It is found by package name, because a built shop runs this from another folder. */
export function projectFile(path: string): string {
  const font = createRequire(import.meta.url).resolve('#core/platform/fonts/bold.ttf');
  return join(dirname(font), '../../../..', path);
}
