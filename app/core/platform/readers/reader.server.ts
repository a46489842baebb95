import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createPeer, type Methods } from './peer.server.ts';

const MEGABYTE = 1024 * 1024;

/** Milliseconds between two measurements of a reader's memory while it works. */
const WATCH_MS = 25;

/** Maximum of characters that are kept from the end of its error output. */
const MAX_SAID = 2_000;

export interface ReaderLimits {
  /** Bytes of its JavaScript heap. */
  heapBytes: number;
  /** Bytes of all its resident memory, including libraries in C. Measured on Linux only. */
  residentBytes: number;
  /** Maximum for the answer to one call. */
  seconds: number;
}

/** A process that reads foreign files. A file that needs too much memory or time, or crashes it, ends only this process. */
export interface Reader {
  /**
   * Calls the process.
   * @throws {ReaderEndedError} if the file has ended the process. Other errors are copies of those of the process.
   */
  call(method: string, ...args: unknown[]): Promise<unknown>;
  hasEnded(): boolean;
  stop(): void;
}

export class ReaderEndedError extends Error {
  override readonly name = 'ReaderEndedError';
  readonly reason: 'memory' | 'time';

  constructor(reason: 'memory' | 'time', cause: string) {
    super(`A process that reads foreign files was ended: ${cause}`);
    this.reason = reason;
  }
}

/**
 * Starts a reader without secrets in its environment.
 * @param script comes from findScript().
 * @param methods are functions that the reader may call.
 */
export function startReader(script: string, limits: ReaderLimits, methods: Methods = {}): Reader {
  const child = fork(script, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: pick(process.env, ['NODE_COMPILE_CACHE', 'SystemRoot']),
    execArgv: [
      `--max-old-space-size=${Math.floor(limits.heapBytes / MEGABYTE)}`,
      '--max-semi-space-size=8',
      '--no-warnings',
    ],
  });
  const peer = createPeer((message) => child.send(message, () => undefined), methods);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-MAX_SAID);
  });
  let active = 0;
  let watch: NodeJS.Timeout | undefined;
  let ended = false;

  function end(error: Error): void {
    if (ended) return;
    ended = true;
    clearInterval(watch);
    peer.end(error);
    child.kill('SIGKILL');
  }

  function measure(): void {
    const resident = readResidentBytes(child.pid);
    if (resident > limits.residentBytes)
      end(new ReaderEndedError('memory', `it had ${Math.round(resident / MEGABYTE)} MB of memory`));
  }

  child.on('message', (message) => peer.receive(message));
  child.on('error', end);
  child.on('close', (code, signal) => {
    // V8 aborts when memory runs out, the system may end the process that has most of it, and a library may crash.
    const hasCrashed = signal !== null || (code ?? 0) > 128;
    end(
      hasCrashed
        ? new ReaderEndedError('memory', `${signal ?? `exit code ${code}`}`)
        : new Error(`A process that reads foreign files has exited with ${code}: ${said}`),
    );
  });
  // An idle reader does not keep the shop running.
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();

  return {
    async call(method, ...args) {
      const timer = setTimeout(
        () => end(new ReaderEndedError('time', `no answer in ${limits.seconds} seconds`)),
        limits.seconds * 1_000,
      );
      active += 1;
      if (!ended) watch ??= setInterval(measure, WATCH_MS);
      try {
        return await peer.call(method, ...args);
      } finally {
        clearTimeout(timer);
        active -= 1;
        if (active === 0) {
          clearInterval(watch);
          watch = undefined;
        }
      }
    },
    hasEnded: () => ended,
    stop: () => end(new Error('The reader was stopped')),
  };
}

function pick(environment: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}

/** Returns zero where it can't be measured. The limit of the heap remains. */
function readResidentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
