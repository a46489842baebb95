/**
 * Loaded into a shop that is measured (node --import): says each second how much processor time, in milliseconds, its
 * thread took at most before others had their turn, which is how long they would wait on a machine that has nothing else
 * to do; and its memory, in bytes.
 */
let most = 0;
let before = process.threadCpuUsage();

setInterval(() => {
  const now = process.threadCpuUsage();
  most = Math.max(most, (now.user + now.system - before.user - before.system) / 1_000);
  before = now;
}, 1).unref();

setInterval(() => {
  console.log(`event loop ${JSON.stringify({ most, memory: process.memoryUsage.rss() })}`);
  most = 0;
}, 1_000).unref();
