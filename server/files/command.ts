import { type Files, fileFolders } from '#core/platform/files.server.ts';
import { printErrors } from '../database/as-owner.ts';
import { readEnv } from '../env.ts';
import { reason, StartError } from '../start-error.ts';
import { createFolderFiles } from './folder-files.ts';
import { moveFiles } from './move-files.ts';
import { folderOf, openFiles } from './open-files.ts';
import { checkBucket } from './s3/check-bucket.ts';

const USAGE = `npm run files                             counts the files in DATA_DIR and in the bucket
npm run files -- move bucket [--delete]   copies the files of DATA_DIR to the bucket
npm run files -- move folder [--delete]   copies the files of the bucket to DATA_DIR
The bucket is FILES_S3_BUCKET. --delete then deletes each file of the source that is the same as its copy.`;

const PROGRESS_FILES = 1_000;

const print = (line: string) => console.log(line);
const count = (number: number) => number.toLocaleString('en-US');

async function printCount(name: string, files: Files): Promise<void> {
  let number = 0;
  let bytes = 0;
  for (const folder of fileFolders) {
    for await (const { size } of files.walk(folder)) {
      number += 1;
      bytes += size;
    }
  }
  print(`${name.padEnd(10)} ${count(number)} files, ${count(Math.ceil(bytes / 1e6))} MB`);
}

async function move(folder: Files, bucket: Files, to: string, deletesSource: boolean): Promise<void> {
  const [source, target] = to === 'bucket' ? [folder, bucket] : [bucket, folder];
  const report = await moveFiles(source, target, {
    deletesSource,
    onProgress({ files, copied }) {
      if (files % PROGRESS_FILES === 0 && files > 0)
        print(`Moving     ${count(files)} files, ${count(copied)} of them now copied`);
    },
  });
  for (const failure of report.failures) print(`FAILED     ${failure}`);
  const { files, copied, deleted } = report;
  const rest = deletesSource ? `, ${count(deleted)} deleted from the source` : '';
  print(`Moved      ${count(files)} files are in the ${to}: ${count(copied)} now copied${rest}`);
  if (report.failures.length > 0) process.exitCode = 1;
}

async function run(args: readonly string[]): Promise<void> {
  const env = readEnv(process.env);
  const folder = createFolderFiles(folderOf(env));
  const [command, to = '', ...options] = args;
  if (command === undefined) {
    await printCount('DATA_DIR', folder);
    if (env.bucket) await printCount('Bucket', await openFiles(env));
    return;
  }
  const isKnown = options.every((option) => option === '--delete') && options.length <= 1;
  if (command !== 'move' || !['bucket', 'folder'].includes(to) || !isKnown) throw new StartError(USAGE);
  if (!env.bucket) throw new StartError('FILES_S3_BUCKET must be set: it names the bucket.');
  await checkBucket(env.bucket);
  await move(folder, await openFiles(env), to, options.length > 0);
}

await printErrors(async () => {
  try {
    await run(process.argv.slice(2));
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(`${reason(error)}. Start it again to go on.`);
  }
});
