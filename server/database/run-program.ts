import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { RunUser } from './run-user.ts';

export async function runProgram(file: string, args: string[], user: RunUser | undefined) {
  const starting = args.includes('start');
  const child: ChildProcess = spawn(file, args, {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: '/',
    // The server started by "pg_ctl start" would keep a pipe open.
    stdio: ['ignore', starting ? 'ignore' : 'pipe', starting ? 'ignore' : 'pipe'],
    env: { ...process.env, LC_ALL: 'C', PGTZ: 'UTC' },
  });
  const output =
    child.stdout && child.stderr ? Promise.all([text(child.stdout), text(child.stderr)]) : undefined;
  const code = await new Promise<number | string>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal ?? 'failed'));
  });
  const lines = (await output)?.join('\n').trim().split('\n') ?? [];
  return {
    code,
    output: lines.findLast((line) => /error|fatal|could not|denied/i.test(line)) ?? lines.at(-1) ?? '',
  };
}
