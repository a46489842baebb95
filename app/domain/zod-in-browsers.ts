import { z } from 'zod';

// Zod tries whether it may make code out of text; in a page of the shop the policy forbids that, and reports the try.
// What the browser loads takes zod from here, so that this is said before the first schema is made.
if (typeof document !== 'undefined') z.config({ jitless: true });

export { z };
