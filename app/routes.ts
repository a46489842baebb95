import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  // Find a part
  index('routes/home.tsx'),
  route('junkyard', 'routes/junkyard.tsx'),
  route('part/:address', 'routes/part.tsx'),
  route('parts/:make?/:model?/:year?', 'routes/vehicles.tsx'),
  route('api/parts', 'routes/api.parts.ts'),
  route('api/parts/count', 'routes/api.parts.count.ts'),
  route('api/models', 'routes/api.models.ts'),
  route('api/suggestions', 'routes/api.suggestions.ts'),

  // Buy
  route('cart', 'routes/cart.tsx'),
  route('payment-success', 'routes/payment-success.tsx'),
  route('payment-canceled', 'routes/payment-canceled.tsx'),
  route('test-payment/:orderId', 'routes/test-payment.tsx'),
  route('functions/v1/price-cart', 'routes/functions.v1.price-cart.ts'),
  route('functions/v1/create-payment', 'routes/functions.v1.create-payment.ts'),
  route('functions/v1/check-payment', 'routes/functions.v1.check-payment.ts'),
  route('functions/v1/cancel-payment', 'routes/functions.v1.cancel-payment.ts'),
  route('functions/v1/own-holds', 'routes/functions.v1.own-holds.ts'),
  route('functions/v1/payment-webhook', 'routes/functions.v1.payment-webhook.ts'),

  // Return parts
  ...['return', 'claim', 'core'].map((path) =>
    route(`orders/:number/${path}`, 'routes/order.ask-return.tsx', { id: `ask for a ${path}` }),
  ),
  route('orders/:number/returns/:rma', 'routes/order.own-return.tsx'),
  route('orders/:number/returns/:rma/slip', 'routes/order.return-slip.tsx'),
  route('orders/:number/returns/:rma/photos', 'routes/order.return-photos.ts'),
  route('orders/:number/returns/:rma/photos/:id', 'routes/order.return-photo.ts'),

  // Request a part, contact the shop
  route('request', 'routes/request.tsx'),
  route('contact', 'routes/contact.tsx'),
  route('functions/v1/send-part-request-email', 'routes/functions.v1.send-part-request-email.ts'),
  route('functions/v1/send-contact-email', 'routes/functions.v1.send-contact-email.ts'),

  // About the shop
  route('about', 'routes/about.tsx'),
  route('privacy', 'routes/privacy.tsx'),
  route('terms', 'routes/terms.tsx'),
  route('warranty', 'routes/warranty.tsx'),

  // Accounts
  route('auth', 'routes/auth.tsx'),
  route('auth/confirm', 'routes/auth.confirm.tsx'),
  route('auth/invitation', 'routes/auth.invitation.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('profile/avatar', 'routes/profile.avatar.ts'),
  route('profile/details', 'routes/profile.details.ts'),
  route('profile/data', 'routes/profile.data.ts'),
  route('auth/v1/signup', 'routes/auth.v1.signup.ts'),
  route('auth/v1/token', 'routes/auth.v1.token.ts'),
  route('auth/v1/logout', 'routes/auth.v1.logout.ts'),
  route('auth/v1/recover', 'routes/auth.v1.recover.ts'),
  route('auth/v1/verify', 'routes/auth.v1.verify.ts'),
  route('auth/v1/user', 'routes/auth.v1.user.ts'),
  route('auth/v1/factors/:action', 'routes/auth.v1.factors.ts'),
  route('rest/v1/profile', 'routes/rest.v1.profile.ts'),

  // Admin panel
  layout('routes/only-staff.ts', [
    route('admin', 'routes/admin.tsx', [
      index('routes/admin.parts.tsx'),
      route('orders', 'routes/admin.orders.tsx'),
      route('orders/:number', 'routes/admin.order.tsx'),
      route('returns', 'routes/admin.returns.tsx'),
      route('returns/:rma', 'routes/admin.return.tsx'),
      route('requests', 'routes/admin.requests.tsx'),
      route('requests/:reference', 'routes/admin.request.tsx'),
      route('messages', 'routes/admin.messages.tsx'),
      route('messages/:reference', 'routes/admin.message.tsx'),
      route('alerts', 'routes/admin.alerts.tsx'),
      layout('routes/only-admins.ts', { id: 'tabs for admins' }, [
        route('conditions', 'routes/admin.conditions.tsx'),
        route('categories', 'routes/admin.categories.tsx'),
        route('customers', 'routes/admin.customers.tsx'),
        route('customers/:id', 'routes/admin.customer.tsx'),
        route('users', 'routes/admin.users.tsx'),
        route('team', 'routes/admin.team.tsx'),
        route('security', 'routes/admin.security.tsx'),
        route('sales', 'routes/admin.sales.tsx'),
        route('settings/legal', 'routes/admin.settings.legal.tsx'),
        route('settings', 'routes/admin.settings.tsx'),
        route('settings/tax', 'routes/admin.settings.tax.tsx'),
        route('settings/tax/report', 'routes/admin.settings.tax.report.tsx'),
      ]),
    ]),
    route('admin/parts.json', 'routes/admin.parts.json.ts'),
    route('admin/orders.json', 'routes/admin.orders.json.ts'),
    route('admin/order-version/:number', 'routes/admin.order-version.ts'),
    route('admin/returns.json', 'routes/admin.returns.json.ts'),
    route('admin/return/:rma/photos', 'routes/admin.return-photos.ts'),
    route('admin/return/:rma/:action', 'routes/admin.return-action.ts'),
    route('admin/return-photo/:id', 'routes/admin.return-photo.ts'),
    route('admin/inbox/request.json', 'routes/admin.requests.json.ts'),
    route('admin/inbox/message.json', 'routes/admin.messages.json.ts'),
    route('admin/inbox/:reference', 'routes/admin.inbox-thread.ts'),
    route('admin/inbox/:reference/:action', 'routes/admin.inbox-action.ts'),
    route('admin/alerts.json', 'routes/admin.alerts.json.ts'),
    route('admin/alert/:id', 'routes/admin.alert.ts'),
    route('admin/part/:id', 'routes/admin.part.ts'),
    route('admin/order/:number/photos', 'routes/admin.order-photos.ts'),
    route('admin/order/:number/:action', 'routes/admin.order-action.ts'),
    route('admin/order-photo/:id', 'routes/admin.order-photo.ts'),
    route('admin/orders-labels.csv', 'routes/admin.orders-labels.ts'),
    route('admin/orders-print', 'routes/admin.orders-print.tsx'),
    route('admin/orders-action/:action', 'routes/admin.orders-action.ts'),
    layout('routes/only-admins.ts', { id: 'resources for admins' }, [
      route('admin/condition/:id', 'routes/admin.condition.ts'),
      route('admin/legal-text/:page', 'routes/admin.legal-text.ts'),
      route('admin/tax-rates', 'routes/admin.tax-rates.ts'),
      route('admin/sales-file/:file', 'routes/admin.sales-file.ts'),
      route('admin/tax-report.csv', 'routes/admin.tax-report.ts'),
      route('admin/certificate/:id', 'routes/admin.certificate.ts'),
      route('admin/category', 'routes/admin.category.ts'),
      route('admin/settings-topic/:topic', 'routes/admin.settings-topic.ts'),
      route('admin/settings-version/:version', 'routes/admin.settings-version.ts'),
      route('admin/invitation/:id', 'routes/admin.invitation.ts'),
      route('admin/role/:userId', 'routes/admin.role.ts'),
      route('admin/customers.csv', 'routes/admin.customers.csv.ts'),
      route('admin/customer-note/:id', 'routes/admin.customer-note.ts'),
      route('admin/avatar/:userId', 'routes/admin.avatar.ts'),
      route('admin/files/:name?', 'routes/admin.files.ts'),
    ]),
  ]),

  // Security and audit trail
  route('security', 'routes/security.tsx'),
  route('functions/v1/security-scan', 'routes/functions.v1.security-scan.ts'),
  route('rpc/:name', 'routes/rpc.ts'),

  // Catalog import
  route('catalog-import', 'routes/catalog-import.tsx'),
  route('functions/v1/catalog-crawl', 'routes/functions.v1.catalog-crawl.ts'),
  route('functions/v1/cancel-crawl', 'routes/functions.v1.cancel-crawl.ts'),
  route('functions/v1/test-scraping-key', 'routes/functions.v1.test-scraping-key.ts'),
  route('functions/v1/catalog-import', 'routes/functions.v1.catalog-import.ts'),

  // Search engines
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap-index.ts'),
  route('sitemaps/:name', 'routes/sitemaps.ts'),
  route('feeds/google-merchant.xml', 'routes/google-merchant.ts'),

  // Development
  route('mailbox', 'routes/mailbox.tsx'),
  route('mailbox/:id', 'routes/mailbox.mail.ts'),
  route('mailbox.json', 'routes/mailbox.json.ts'),
  route('design', 'routes/design.tsx'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
