import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface Chromium {
  executablePath: string;
  /** What it needs in its environment, beside what is there. */
  env: Record<string, string>;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The machine's Chromium or Chrome, or the one that CHROMIUM_PATH names, if there is one. */
export async function findInstalledChromium(): Promise<Chromium | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
  for (const executablePath of [process.env.CHROMIUM_PATH, ...candidates]) {
    if (executablePath && (await isThere(executablePath, constants.X_OK))) return { executablePath, env: {} };
  }
  return undefined;
}

function isThere(file: string, mode: number): Promise<boolean> {
  return access(file, mode).then(
    () => true,
    () => false,
  );
}

/** Goes with the packages, and so with the version of the one that it comes from. */
const FOLDER = join(import.meta.dirname, 'node_modules/.cache/chromium');

/** The Chromium of a package, unpacked with the libraries that a bare machine lacks. */
async function carried(): Promise<Chromium> {
  const whole = join(FOLDER, 'whole');
  // What was killed while it unpacked has left half of it.
  if (!(await isThere(whole, constants.F_OK))) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const inherited = { TMPDIR: process.env.TMPDIR, runtime: process.env.AWS_LAMBDA_JS_RUNTIME };
  // Both are read while the module loads: where to unpack, and that the libraries are wanted too.
  process.env.TMPDIR = FOLDER;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    const { LD_LIBRARY_PATH = '' } = process.env;
    const FONTCONFIG_FILE = await writeFontConfig();
    await writeFile(whole, '');
    return { executablePath, env: { LD_LIBRARY_PATH, FONTCONFIG_FILE } };
  } finally {
    restore('TMPDIR', inherited.TMPDIR);
    restore('AWS_LAMBDA_JS_RUNTIME', inherited.runtime);
  }
}

/** The package's own looks for its fonts where we have not unpacked them, and a browser without a font crashes. */
async function writeFontConfig(): Promise<string> {
  const file = join(FOLDER, 'fonts.conf');
  const dirs = [join(FOLDER, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">` +
      `<fontconfig>${dirs}<cachedir>${join(FOLDER, 'font-cache')}</cachedir></fontconfig>`,
  );
  return file;
}

function restore(name: string, value: string | undefined) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/**
 * The Chromium of a package: the same for everybody, and without windows, which makes stories a third faster. Another
 * where CHROMIUM_PATH names one, and the machine's own where the package has none for it.
 */
export async function findChromium(): Promise<Chromium> {
  const isCarried = process.platform === 'linux' && process.arch === 'x64';
  if (isCarried && process.env.CHROMIUM_PATH === undefined) return carried();
  return (await findInstalledChromium()) ?? carried();
}
