import { z } from '#core/values/zod-in-browsers.ts';

const MAX_LENGTH = 320;

/** An address that someone typed. Refuses control characters, which could add a header to a mail. */
export const typedEmail = z.preprocess(
  (value) => value ?? '',
  z
    .string('Email must be text')
    .trim()
    .max(MAX_LENGTH, `Email must have at most ${MAX_LENGTH} characters`)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Email must be one line')
    .min(1, 'Email is required')
    .pipe(z.email('Please enter a valid email address')),
);
