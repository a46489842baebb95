/**
 * Loaded into a shop with `node --import`. Each second, logs the longest event loop turn and the CPU time of the process
 * (in milliseconds), and its memory (in bytes).
 */
let most = 0;
let before = process.threadCpuUsage();
let used = process.cpuUsage();

setInterval(() => {
  const now = process.threadCpuUsage();
  most = Math.max(most, (now.user + now.system - before.user - before.system) / 1_000);
  before = now;
}, 1).unref();

setInterval(() => {
  const { user, system } = process.cpuUsage(used);
  used = process.cpuUsage();
  const cpu = (user + system) / 1_000;
  console.log(`event loop ${JSON.stringify({ most, cpu, memory: process.memoryUsage.rss() })}`);
  most = 0;
}, 1_000).unref();
