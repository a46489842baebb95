import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  // Find a part
  index('routes/home.tsx'),

  // For those who build with it
  route('design', 'routes/design.tsx'),
] satisfies RouteConfig;
