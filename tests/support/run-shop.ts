import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import packageJson from '../../package.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
/** All runs share it: a start takes a seventh less CPU time. */
const COMPILE_CACHE = join(tmpdir(), 'partyard-compile-cache');
/** These are the arguments of `npm start` without tools/node.js, so that a signal reaches the shop itself. */
const [, , , ...ARGUMENTS] = packageJson.scripts.start.split(' ');
const START = [process.execPath, ...ARGUMENTS] as const;

export interface ShopProcess {
  lines: string[];
  /** Resolves with the first matching line. Rejects if the process ends without one. */
  line(pattern: RegExp): Promise<string>;
  ready(): Promise<string>;
  kill(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  pid: number;
}

export interface RunOptions {
  /** The command runs in its own process group. Default: that of `npm start`. */
  command?: readonly [string, ...string[]];
  cwd?: string;
}

export function runShop(
  environment: Record<string, string>,
  { command, cwd = ROOT }: RunOptions = {},
): ShopProcess {
  const [program, ...words] = command ?? START;
  const child: ChildProcess = spawn(program, words, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: command !== undefined,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      // Most tests need only one process.
      WORKERS: '1',
      DEMO_PARTS: '60',
      ...environment,
    },
  });
  const lines: string[] = [];
  const output = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface(stream).on('line', (written) => {
      lines.push(written);
      output.dispatchEvent(new Event('line'));
    });
  }
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }));

  function line(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = lines.find((each) => pattern.test(each));
        if (found !== undefined) resolve(found);
      };
      output.addEventListener('line', look);
      void exited.then(() => reject(new Error(`The shop ended without ${pattern}:\n${lines.join('\n')}`)));
      look();
    });
  }
  return {
    lines,
    pid: child.pid ?? 0,
    line,
    ready: async () => (await line(/^Partyard +http/)).match(/http:\S+/)?.[0] ?? '',
    exited,
    async kill(signal) {
      child.kill(signal);
      return exited;
    },
  };
}
