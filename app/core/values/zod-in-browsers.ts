import { z } from 'zod';

// Zod would try eval, which the content security policy forbids and reports. Import zod from here, before any schema.
if (typeof document !== 'undefined') z.config({ jitless: true });

export { z };
