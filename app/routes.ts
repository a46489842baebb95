import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  // Find a part
  index('routes/home.tsx'),

  // The catalogue as data
  route('api/parts', 'routes/api.parts.ts'),

  // Accounts
  route('auth/v1/user', 'routes/auth.v1.user.ts'),

  // For those who build with it
  route('design', 'routes/design.tsx'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
