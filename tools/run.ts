import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages } from './install.ts';

/** Runs a program of a package of tools/FOLDER: node tools/run.ts FOLDER PACKAGE[:PROGRAM] [ARGUMENTS]. */
const [folder = '', wanted = '', ...words] = process.argv.slice(2);
const [name = '', program = name] = wanted.split(':');
const home = join(await installPackages(folder), name);
const { bin } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
  bin: string | Record<string, string>;
};
const file = typeof bin === 'string' ? bin : bin[program];
const child = spawn(process.execPath, [join(home, file ?? ''), ...words], { stdio: 'inherit' });
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
