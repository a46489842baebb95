import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

async function installed(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES];
  for (const candidate of [process.env.CHROMIUM_PATH, ...candidates]) {
    if (!candidate) continue;
    const found = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return candidate;
  }
  return undefined;
}

/** The Chromium of a package, unpacked with the libraries that a bare machine lacks into a folder of our own. */
async function carried(): Promise<Chromium> {
  const folder = join(tmpdir(), 'partyard-chromium');
  await mkdir(folder, { recursive: true });
  const inherited = { TMPDIR: process.env.TMPDIR, runtime: process.env.AWS_LAMBDA_JS_RUNTIME };
  // Both are read while the module loads: where to unpack, and that the libraries are wanted too.
  process.env.TMPDIR = folder;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const executablePath = await chromium.executablePath();
    const { LD_LIBRARY_PATH = '' } = process.env;
    return { executablePath, env: { LD_LIBRARY_PATH, FONTCONFIG_FILE: await writeFontConfig(folder) } };
  } finally {
    restore('TMPDIR', inherited.TMPDIR);
    restore('AWS_LAMBDA_JS_RUNTIME', inherited.runtime);
  }
}

/** The package's own looks for its fonts where we have not unpacked them, and a browser without a font crashes. */
async function writeFontConfig(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf');
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">` +
      `<fontconfig>${dirs}<cachedir>${join(folder, 'font-cache')}</cachedir></fontconfig>`,
  );
  return file;
}

function restore(name: string, value: string | undefined) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}

/** The machine's Chromium or Chrome (or the one that CHROMIUM_PATH names), else the one that a package carries. */
export async function findChromium(): Promise<Chromium> {
  const executablePath = process.env.CHROMIUM_PATH === 'carried' ? undefined : await installed();
  return executablePath ? { executablePath, env: {} } : carried();
}
