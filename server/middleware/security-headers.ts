import type { MiddlewareHandler } from 'hono';
import { mayScan } from '#core/yard/scan-pages.ts';

/** Responses that are not pages get this policy. */
const DENY_ALL = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const FORBIDDEN_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'cross-origin-isolated',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
/** The order desk copies addresses. */
const ALLOWED_FEATURE = 'clipboard-write=(self)';

const PERMISSIONS = [...FORBIDDEN_FEATURES.map((feature) => `${feature}=()`), ALLOWED_FEATURE].join(', ');

/** For pages that scan codes. */
const SCANNING = PERMISSIONS.replace('camera=()', 'camera=(self)');

const YEAR = 365 * 24 * 60 * 60;

export interface SecurityHeaderOptions {
  https: boolean;
}

export function securityHeaders(options: SecurityHeaderOptions): MiddlewareHandler {
  return async function addSecurityHeaders(context, next) {
    await next();
    const { headers } = context.res;
    setSecurityHeaders(headers, options);
    // Only pages use features. This saves the header on all other files.
    if (headers.get('Content-Type')?.startsWith('text/html'))
      headers.set('Permissions-Policy', context.res.ok && mayScan(context.req.path) ? SCANNING : PERMISSIONS);
  };
}

function setSecurityHeaders(headers: Headers, options: SecurityHeaderOptions): void {
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', DENY_ALL);
  const framed = headers.get('Content-Security-Policy')?.includes("frame-ancestors 'self'");
  headers.set('X-Frame-Options', framed ? 'SAMEORIGIN' : 'DENY');
  headers.set('X-Content-Type-Options', 'nosniff');
  if (!headers.has('Referrer-Policy')) headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  if (!headers.has('Cross-Origin-Resource-Policy'))
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  if (options.https) headers.set('Strict-Transport-Security', `max-age=${YEAR}; includeSubDomains`);
}
