import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { StartError } from './start-error.ts';

// tests/start/start.test.ts tests that the message is the process's only line.
test.each<[NodeJS.ProcessEnv, string]>([
  [{ PORT: 'many' }, 'PORT must be a whole number.'],
  [{ PORT: '70000' }, 'PORT must be between 0 and 65535.'],
  [{ WORKERS: '0' }, 'WORKERS must be between 1 and 12.'],
  [{ SITE_URL: 'shop.example.com' }, 'SITE_URL must be an address such as https://shop.example.com.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must look like postgres://user:password@host:5432/database.'],
  [{ DEMO: 'perhaps' }, 'DEMO must be true or false.'],
  [{ ADMIN_EMAIL: 'ada' }, 'ADMIN_EMAIL must be an email address.'],
  [{ ADMIN_PASSWORD: '12345' }, 'ADMIN_PASSWORD must have at least 6 characters.'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET must have at least 32 characters.'],
  [
    { METRICS_TOKEN: 'with spaces, but long enough otherwise' },
    'METRICS_TOKEN must have at least 32 characters, without spaces.',
  ],
  [{ DATABASE_MIGRATE_URL: 'postgres://a:b@c/d' }, 'DATABASE_MIGRATE_URL needs DATABASE_URL beside it.'],
  [{ DATABASE_DIRECT_URL: 'postgres://a:b@c/d' }, 'DATABASE_DIRECT_URL needs DATABASE_URL beside it.'],
  [
    { DATABASE_CONNECTIONS: '20', WORKERS: '3' },
    'DATABASE_CONNECTIONS must be 28 or more for 3 processes (WORKERS).',
  ],
  [{ DATABASE_READ_URL: 'postgres://a:b@c/d' }, 'DATABASE_READ_URL needs DATABASE_URL beside it.'],
  [
    { NODE_ENV: 'production', DATABASE_URL: 'postgres://a:b@c/d' },
    'AUTH_SECRET must be set in production with DATABASE_URL: all processes share it.',
  ],
  [{ FILES_S3_BUCKET: 'My Shop' }, 'FILES_S3_BUCKET must be the name of a bucket.'],
  [
    { FILES_S3_BUCKET: 'shop', FILES_S3_ENDPOINT: 'store:9000' },
    'FILES_S3_ENDPOINT must be an address such as https://s3.example.com.',
  ],
  [
    { FILES_S3_BUCKET: 'shop', FILES_S3_ENDPOINT: 'https://store.example.com/shop' },
    'FILES_S3_ENDPOINT must have no path, user or password.',
  ],
  [{ FILES_S3_BUCKET: 'shop' }, 'FILES_S3_ACCESS_KEY must be set with FILES_S3_BUCKET.'],
  [
    { FILES_S3_BUCKET: 'shop', FILES_S3_ACCESS_KEY: 'a' },
    'FILES_S3_SECRET_KEY must be set with FILES_S3_BUCKET.',
  ],
  [
    { FILES_S3_ACCESS_KEY: 'a', FILES_S3_SECRET_KEY: 'b' },
    'FILES_S3_BUCKET must be set with the other variables of the store of files.',
  ],
])('%o', (environment, message) => {
  expect(() => readEnv(environment)).toThrow(new StartError(message));
});
