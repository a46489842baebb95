/** The entry that Vite builds: server and screens in one module graph. */
export * as screens from 'virtual:react-router/server-build';
export * from '#services';
export { createApp } from './app.ts';
export { createAccounts } from './auth/accounts.ts';
export { createAuth } from './auth/auth.ts';
export { readEnv } from './env.ts';
export { createFolderFiles } from './files/folder-files.ts';
export { createLive } from './live/live.ts';
export { createNotifications } from './database/notifications.ts';
export { createHealthCheck } from './health.ts';
export { jobTasks, regularTasks } from './jobs/tasks.ts';
export { createLimits } from './limits/limits.ts';
export { mailboxTransport } from './mail/mail-transport.ts';
export { startShop } from './main.ts';
export { createPayments } from './payments/payments.ts';
export { createScraping } from './scraping/scraping.ts';
export { createSecurity } from './security/scan.ts';
export { StartError } from './start-error.ts';
