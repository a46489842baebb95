import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  // Find a part
  index('shop/find/home/home.tsx'),
  route('junkyard', 'shop/find/junkyard/junkyard.tsx'),
  route('part/:address', 'shop/part/part.tsx'),
  route('share/:id/:file', 'shop/part/share/share.ts'),
  route('scan/:id', 'shop/part/scan/scan.ts'),
  route('garage', 'shop/garage/garage.tsx'),
  route('functions/v1/decode-vin', 'doors/calls/decode-vin.ts'),
  route('parts/:make?/:model?/:year?', 'shop/find/vehicles/vehicles.tsx'),
  route('api/parts/count', 'doors/lists/parts-count.ts'),
  route('api/parts/:id', 'doors/lists/part.ts'),
  route('api/parts/facets', 'doors/lists/parts-facets.ts'),
  route('api/fits', 'doors/lists/fits.ts'),
  route('api/models', 'doors/lists/models.ts'),
  route('api/suggestions', 'doors/lists/suggestions.ts'),

  // Other programs of the owner
  route('api/v1/openapi.json', 'doors/api/openapi.ts'),
  route('api/v1/parts', 'doors/api/parts.ts'),
  route('api/v1/parts/:id', 'doors/api/part.ts'),
  route('api/v1/orders', 'doors/api/orders.ts'),
  route('api/v1/orders/:number', 'doors/api/order.ts'),

  // Buy
  route('cart', 'shop/cart/cart.tsx'),
  route('quote', 'shop/cart/quote/quote.tsx'),
  route('payment-success', 'shop/cart/payment-success/payment-success.tsx'),
  route('payment-canceled', 'shop/cart/payment-canceled/payment-canceled.tsx'),
  route('test-payment/:orderId', 'shop/cart/test-payment/test-payment.tsx'),
  route('functions/v1/price-cart', 'doors/calls/price-cart.ts'),
  route('functions/v1/create-payment', 'doors/calls/create-payment.ts'),
  route('functions/v1/check-payment', 'doors/calls/check-payment.ts'),
  route('functions/v1/cancel-payment', 'doors/calls/cancel-payment.ts'),
  route('functions/v1/own-holds', 'doors/calls/own-holds.ts'),
  route('functions/v1/payment-webhook', 'doors/webhooks/payment-webhook.ts'),

  // Follow an order
  route('orders', 'shop/orders/find/orders.tsx'),
  route('orders/:number', 'shop/orders/order/order.tsx'),
  route('orders/:number/open', 'shop/orders/order/open-order.ts'),
  route('orders/:number/invoice', 'shop/orders/invoice/invoice.tsx'),
  // Return parts
  ...['return', 'claim', 'core'].map((path) =>
    route(`orders/:number/${path}`, 'shop/returns/ask/ask-return.tsx', { id: `ask for a ${path}` }),
  ),
  route('orders/:number/returns/:rma', 'shop/returns/own-return/own-return.tsx'),
  route('orders/:number/returns/:rma/slip', 'shop/returns/slip/return-slip.tsx'),
  route('orders/:number/returns/:rma/photos/:id', 'shop/returns/own-return/return-photo.ts'),

  // Request a part, contact the shop
  route('request', 'shop/pages/request/request.tsx'),
  route('contact', 'shop/pages/contact/contact.tsx'),
  route('functions/v1/send-part-request-email', 'doors/calls/send-part-request-email.ts'),
  route('functions/v1/send-contact-email', 'doors/calls/send-contact-email.ts'),

  // Wait for a sold-out part
  route('back-in-stock', 'shop/pages/back-in-stock/back-in-stock.tsx'),
  route('functions/v1/notify-me', 'doors/calls/notify-me.ts'),

  // About the shop
  route('about', 'shop/pages/about/about.tsx'),
  route('privacy', 'shop/pages/legal/privacy.tsx'),
  route('terms', 'shop/pages/legal/terms.tsx'),
  route('warranty', 'shop/pages/legal/warranty.tsx'),

  // Accounts
  route('auth', 'shop/account/sign-in/auth.tsx'),
  route('auth/confirm', 'shop/account/confirm/confirm.tsx'),
  route('auth/invitation', 'shop/account/invitation/invitation.tsx'),
  route('reset-password', 'shop/account/reset-password/reset-password.tsx'),
  route('profile', 'shop/account/profile/profile.tsx'),
  route('profile/avatar', 'shop/account/profile/profile-avatar.ts'),
  route('profile/addresses', 'shop/account/profile/profile-addresses.ts'),
  route('profile/data', 'shop/account/profile/profile-data.ts'),
  route('auth/v1/signup', 'doors/accounts/signup.ts'),
  route('auth/v1/token', 'doors/accounts/token.ts'),
  route('auth/v1/logout', 'doors/accounts/logout.ts'),
  route('auth/v1/recover', 'doors/accounts/recover.ts'),
  route('auth/v1/verify', 'doors/accounts/verify.ts'),
  route('auth/v1/user', 'doors/accounts/user.ts'),
  route('auth/v1/email', 'doors/accounts/email.ts'),
  route('auth/v1/factors/:action', 'doors/accounts/factors.ts'),
  route('rest/v1/profile', 'doors/rest/profile.ts'),
  route('rest/v1/cart', 'doors/rest/cart.ts'),
  route('rest/v1/garage', 'doors/rest/garage.ts'),

  // Admin panel
  layout('desk/frame/only-staff.ts', [
    route('admin', 'desk/frame/desk.tsx', [
      index('desk/parts/list/parts.tsx'),
      route('orders', 'desk/orders/list/orders.tsx'),
      route('orders/quotes', 'desk/orders/quotes/quotes.tsx'),
      route('orders/quotes/new', 'desk/orders/quotes/quote-new.tsx'),
      route('orders/quotes/:number', 'desk/orders/quotes/quote.tsx'),
      route('orders/quotes/:number/change', 'desk/orders/quotes/quote-change.tsx'),
      route('orders/:number', 'desk/orders/order/order.tsx'),
      route('returns', 'desk/returns/list/returns.tsx'),
      route('returns/:rma', 'desk/returns/return/return.tsx'),
      route('requests', 'desk/inbox/requests/requests.tsx'),
      route('requests/waiting', 'desk/inbox/awaited-parts/awaited-parts.tsx'),
      route('requests/:reference', 'desk/inbox/requests/request.tsx'),
      route('messages', 'desk/inbox/messages/messages.tsx'),
      route('messages/saved-answers', 'desk/inbox/saved-answers/saved-answers.tsx'),
      route('messages/:reference', 'desk/inbox/messages/message.tsx'),
      route('alerts', 'desk/security/alerts/alerts.tsx'),
      route('check', 'desk/parts/check/check.tsx'),
      layout('desk/frame/only-admins.ts', { id: 'tabs for admins' }, [
        route('conditions', 'desk/parts/conditions/conditions.tsx'),
        route('categories', 'desk/parts/categories/categories.tsx'),
        route('kinds', 'desk/parts/kinds/kinds.tsx'),
        route('bulk-changes', 'desk/parts/bulk/bulk-changes.tsx'),
        route('trash', 'desk/parts/trash/trash.tsx'),
        route('import', 'desk/imports/files/imports.tsx'),
        route('import/sources/:id', 'desk/imports/sources/source.tsx'),
        route('import/:id', 'desk/imports/files/import.tsx'),
        route('export', 'desk/imports/export/export.tsx'),
        route('customers', 'desk/customers/list/customers.tsx'),
        route('customers/:id', 'desk/customers/customer/customer.tsx'),
        route('users', 'desk/customers/users/users.tsx'),
        route('team', 'desk/customers/team/team.tsx'),
        route('security', 'desk/security/dashboard/dashboard.tsx'),
        route('sales', 'desk/sales/sales.tsx'),
        route('settings/legal', 'desk/settings/legal/legal.tsx'),
        route('settings', 'desk/settings/settings.tsx'),
        route('settings/api', 'desk/settings/api/api.tsx'),
        route('settings/tax', 'desk/settings/tax/tax.tsx'),
        route('settings/tax/report', 'desk/settings/tax/report.tsx'),
      ]),
    ]),
    route('admin/open-alerts', 'desk/frame/open-alerts.ts'),
    route('admin/order-version/:number', 'desk/orders/order/order-version.ts'),
    route('admin/return-version/:rma', 'desk/returns/return/return-version.ts'),
    route('admin/return-photo/:id', 'desk/returns/return/return-photo.ts'),
    route('admin/part-choices', 'desk/inbox/part-choices.ts'),
    route('admin/inbox/:reference', 'desk/inbox/thread/inbox-thread.ts'),
    route('admin/part/:id', 'desk/parts/part/part.ts'),
    route('admin/part/:id/pictures', 'desk/parts/part/part-pictures.ts'),
    route('admin/labels', 'desk/parts/labels/labels.tsx'),
    route('admin/order/:number/evidence.pdf', 'desk/orders/order/order-evidence.ts'),
    route('admin/order-photo/:id', 'desk/orders/order/order-photo.ts'),
    route('admin/orders-labels.csv', 'desk/orders/list/orders-labels.ts'),
    route('admin/orders-print', 'desk/orders/list/orders-print.tsx'),
    layout('desk/frame/only-admins.ts', { id: 'resources for admins' }, [
      route('admin/sales-file/:file', 'desk/sales/sales-file.ts'),
      route('admin/tax-report.csv', 'desk/settings/tax/tax-report.ts'),
      route('admin/bulk-change/:id', 'desk/parts/bulk/skipped-parts.ts'),
      route('admin/part-import/:id/:of/:place', 'desk/imports/files/part-import-piece.ts'),
      route('admin/part-import/:id/refused.csv', 'desk/imports/files/part-import-refused.ts'),
      route('admin/part-import/:id/pictures.csv', 'desk/imports/files/part-import-pictures.ts'),
      route('admin/export/:file', 'desk/imports/export/export-file.ts'),
      route('admin/customers.csv', 'desk/customers/list/customers-csv.ts'),
      route('admin/avatar/:userId', 'desk/customers/users/avatar.ts'),
      route('admin/files/:name?', 'desk/parts/part/files.ts'),
    ]),
  ]),

  // Security and audit trail
  route('security', 'desk/security/scan/security.tsx'),
  route('functions/v1/security-scan', 'desk/security/scan/security-scan.ts'),
  route('rpc/:name', 'doors/rest/rpc.ts'),

  // Catalog import
  route('catalog-import', 'desk/imports/crawl/catalog-import.tsx'),
  route('functions/v1/catalog-crawl', 'desk/imports/crawl/catalog-crawl.ts'),
  route('functions/v1/cancel-crawl', 'desk/imports/crawl/cancel-crawl.ts'),
  route('functions/v1/test-scraping-key', 'desk/imports/crawl/test-scraping-key.ts'),
  route('functions/v1/catalog-import', 'desk/imports/crawl/catalog-import-call.ts'),

  // Search engines
  route('robots.txt', 'doors/search-engines/robots.ts'),
  route('sitemap.xml', 'doors/search-engines/sitemap-index.ts'),
  route('sitemaps/:name', 'doors/search-engines/sitemaps.ts'),
  route('feeds/google-merchant.xml', 'doors/search-engines/google-merchant.ts'),

  // Development
  route('mailbox', 'shop/development/mailbox/mailbox.tsx'),
  route('mailbox/:id', 'shop/development/mailbox/mailbox-mail.ts'),
  route('design', 'shop/development/design/design.tsx'),

  route('*', 'shop/pages/not-found/not-found.tsx'),
] satisfies RouteConfig;
