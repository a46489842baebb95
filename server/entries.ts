import packageJson from '../package.json' with { type: 'json' };

/** These packages load binaries from their own folders. */
export const UNBUNDLED_PACKAGES = ['@node-rs/argon2', 'sharp', 'ssh2'];

const COMMAND = /^exec node tools\/node\.js ((?:server|db)\/[\w/-]+\.ts)$/;

/** Sources that run in a process of their own, by the name of their file in a build. */
export const entries: Record<string, string> = {
  index: 'server/index.ts',
  start: 'server/start-built.ts',
  'read-pictures': 'app/core/pictures/picture-process.server.ts',
  'read-part-files': 'app/core/imports/files/file-reader-process.server.ts',
  ...listCommands(),
};

/** Lists the commands of package.json, which run from the sources there. */
function listCommands(): Record<string, string> {
  const commands: Record<string, string> = {};
  for (const [name, script] of Object.entries(packageJson.scripts)) {
    const [, file] = COMMAND.exec(script) ?? [];
    if (file !== undefined && !['build', 'pack'].includes(name)) commands[name] = file;
  }
  return commands;
}
