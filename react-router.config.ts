import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  ssr: true,
  serverBuildFile: '[name].js',
  // React Router compares the address that this process sees, which behind a proxy is not the public one. The server already
  // refuses other sites itself (server/middleware/same-origin.ts).
  allowedActionOrigins: ['**'],
} satisfies Config;
