/** Loaded by `node --import`. Logs each second's longest event loop turn in ms of CPU time, and the memory in bytes. */
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
