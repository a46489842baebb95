/**
 * Loaded into a shop with `node --import`. Each second, logs the longest event loop turn (CPU time, in milliseconds) and
 * the memory (in bytes).
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
