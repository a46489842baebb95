import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const LAUNCHER = join(import.meta.dirname, '../../tools/node.js');
/** Makes the Node that runs the launcher say that it is an old one. */
const OLD = [
  '--import',
  "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})",
];

let project: string;
let launcher: string;

/** A project with a copy of the launcher, and a package whose 'Node' says its arguments. */
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'partyard-launcher-'));
  launcher = join(project, 'tools/node.js');
  await mkdir(join(project, 'tools'));
  await mkdir(join(project, 'package/bin'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  await writeFile(join(project, 'package/bin/node'), '#!/bin/sh\necho "fetched Node: $*"\n');
  await writeFile(join(project, 'package/LICENSE'), 'MIT');
  await chmod(join(project, 'package/bin/node'), 0o755);
  execFileSync('tar', ['-czf', join(project, 'packed.tgz'), '-C', project, 'package']);
  const hash = createHash('sha512').update(await readFile(join(project, 'packed.tgz')));
  const code = await readFile(LAUNCHER, 'utf8');
  await writeFile(launcher, code.replaceAll(/'sha512-[^']+'/g, `'sha512-${hash.digest('base64')}'`));
  await writeNpm('fs.copyFileSync("packed.tgz", path.join(folder, "node.tgz"));');
});
afterEach(() => rm(project, { recursive: true }));

/** What 'npm pack' does. It counts its calls in the file 'calls'. */
async function writeNpm(work: string): Promise<void> {
  await writeFile(
    join(project, 'npm.cjs'),
    `const fs = require('node:fs'), path = require('node:path');
     process.chdir(${JSON.stringify(project)});
     fs.appendFileSync('calls', process.argv.slice(2, 4).join(' ') + '\\n');
     const folder = process.argv.at(-1);
     ${work}`,
  );
}

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

function launch(words: string[], flags: string[] = []): Promise<Ran> {
  const env = { ...process.env, npm_execpath: join(project, 'npm.cjs') };
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, launcher, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const cached = () => readdir(join(project, '.cache')).catch(() => []);

test('a Node that is new enough comes first on PATH, also for what a program starts', async () => {
  const ran = await launch(['sh', '-c', 'command -v node; exit 7']);
  expect(ran).toEqual({ code: 7, stdout: `${dirname(process.execPath)}/node\n`, stderr: '' });
  expect(await cached()).toEqual([]);
});

test('a file is run by Node, with its options and arguments', async () => {
  await writeFile(join(project, 'say.ts'), 'console.log(process.execArgv[0], process.argv[2] as string);');
  const { stdout } = await launch(['--stack-size=500', join(project, 'say.ts'), 'hello']);
  expect(stdout).toBe('--stack-size=500 hello\n');
});

test('an old Node fetches the pinned one, once', async () => {
  const first = await launch(['server/start.js'], OLD);
  expect(first).toEqual({
    code: 0,
    stdout: 'fetched Node: server/start.js\n',
    stderr: expect.stringMatching(/^Fetching Node 24\.\d+\.\d+ \(once\) \.\.\.\n$/),
  });
  const second = await launch(['sh', '-c', 'node again'], OLD);
  expect(second).toEqual({ code: 0, stdout: 'fetched Node: again\n', stderr: '' });
  expect(await readFile(join(project, 'calls'), 'utf8')).toMatch(/^pack node-\w+-\w+@24\.\d+\.\d+\n$/);
  expect(await cached()).toEqual([expect.stringMatching(/^node-24\./)]);
});

test('two at once both work', async () => {
  const ran = await Promise.all([launch(['one.js'], OLD), launch(['two.js'], OLD)]);
  expect(ran.map(({ stdout }) => stdout)).toEqual(['fetched Node: one.js\n', 'fetched Node: two.js\n']);
  expect(await cached()).toEqual([expect.stringMatching(/^node-24\./)]);
});

test.each([
  ['another hash', 'fs.writeFileSync(path.join(folder, "node.tgz"), "evil");', 'another hash than expected'],
  [
    'no answer of the registry',
    'console.error("no such host\\nand more"); process.exit(1);',
    'no such host.',
  ],
  ['no file', '', 'ENOENT|undefined|path'],
])('with %s, one line asks for Node 24, and nothing half-written stays', async (_, work, reason) => {
  await writeNpm(work);
  const { code, stdout, stderr } = await launch(['server/start.js'], OLD);
  const [, line, ...more] = stderr.trimEnd().split('\n');
  expect([code, stdout, more]).toEqual([1, '', []]);
  expect(line).toMatch(/^Partyard needs Node 24\. This is 20\.20\.2, .* Please install Node 24\.$/);
  expect(line).toMatch(new RegExp(reason));
  expect(await cached()).toEqual([]);
});

test('signals reach the program, and its end ends the launcher', async () => {
  const script =
    'process.on("SIGTERM", () => process.exit(9)); setInterval(() => {}, 1000); console.log("up");';
  await writeFile(join(project, 'wait.js'), script);
  const child = spawn(process.execPath, [launcher, join(project, 'wait.js')], { stdio: 'pipe' });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([9, null]);
});

test('a program that is killed by a signal has its code', async () => {
  const { code } = await launch(['sh', '-c', 'kill -9 $$']);
  expect(code).toBe(137);
});

test('an unknown program is named', async () => {
  const { code, stderr } = await launch(['no-such-program']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('no-such-program')]);
});
