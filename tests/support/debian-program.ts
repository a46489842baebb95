import { existsSync } from 'node:fs';

/** Returns the path of a program of a Debian package, if it is installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin'];
  return folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
}
