// This file is JavaScript, so that an old Node can show this message.
const [major] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(
    `Partyard can't start. It needs Node 24, this is ${process.versions.node}: start it with "npm start", or install Node 24.`,
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
// The folder is in the project, because others may write to the system's temporary folder. Workers inherit it.
process.env.NODE_COMPILE_CACHE ||= `${import.meta.dirname}/../build/compile-cache`;
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('./start.ts');
