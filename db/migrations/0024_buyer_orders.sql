-- What buyers see and do after they paid: links in their mails, one function that reads an order for its buyer, questions
-- about an order, and mails in the order of what they report (docs/orders.md).

-- Links. Each mail about an order has its own. Only the hash of its secret is stored.
create table public.order_links (
  token_hash text not null,
  order_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '90 days',
  revoked_at timestamptz,
  constraint order_links_pkey primary key (token_hash),
  constraint order_links_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint order_links_token_hash_bounded check (length(token_hash) between 40 and 100)
);
comment on table public.order_links is 'The links in mails to buyers. Whoever has one sees the order and may cancel it.';
comment on column public.order_links.revoked_at is 'When staff ended the links of the order.';
create index order_links_order_id_idx on public.order_links (order_id);
alter table public.order_links enable row level security;
create policy "Staff can see which links orders have" on public.order_links
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can revoke links" on public.order_links
  for update to authenticated
  using ((select public.is_staff())) with check ((select public.is_staff()) and revoked_at is not null);
create policy "The shop adds links to its mails" on public.order_links for insert to service_role with check (true);
grant select (order_id, created_at, expires_at, revoked_at), update (revoked_at) on public.order_links to authenticated;
grant insert (token_hash, order_id) on public.order_links to service_role;

-- What a buyer may see of an order. Without 'is_full', only what the number and the email of an order may show.
create function public.buyer_order_data(bought public.orders, is_full boolean) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object(
    'number', bought.number, 'isFull', is_full, 'placedAt', bought.created_at, 'paidAt', bought.paid_at,
    'status', bought.status, 'dispute', bought.dispute, 'progress', bought.progress,
    'counterMethod', bought.payment_method,
    'fulfillment', bought.fulfillment, 'pickupLocation', bought.pickup_location,
    'shipBy', bought.ship_by, 'readyAt', bought.ready_at, 'sentAt', bought.sent_at,
    'daysMin', bought.days_min, 'daysMax', bought.days_max, 'coreReturnDays', bought.core_return_days,
    'amount', bought.amount, 'tax', bought.tax, 'shipping', bought.shipping, 'core', bought.core,
    'batteryFee', bought.battery_fee, 'refunded', bought.refunded, 'returnTerms', bought.return_terms,
    'charged', bought.charged, 'chargedCurrency', bought.charged_currency, 'amountReview', bought.amount_review,
    -- Nothing is due for an order that was refunded in the provider's dashboard.
    'due', (
      select amount from public.order_balances
      where order_id = bought.id and payment_id is null and withdrawn_at is null and bought.status = 'completed'
    ),
    -- Each line keeps the text of its warranty, also where it is that of the shop's terms (app/domain/order-terms.ts).
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'name', part_name, 'oemNumber', oem_number, 'condition', part_type, 'vehicle', vehicle,
        'partId', case when exists (select from public.parts_catalog where parts_catalog.id = part_id) then part_id end,
        'unitPrice', unit_price, 'quantity', quantity, 'packed', packed, 'canceled', canceled,
        'shipped', shipped, 'returned', returned, 'refunded', line.refunded,
        'origin', origin, 'rebuilder', rebuilder, 'stockNumber', stock_number, 'mileage', mileage, 'grade', grade,
        'warranty', warranty, 'vin', case when is_full then (select vin from public.sold_vins where line_id = line.id) end
      ) order by part_name, id), '[]')
      from public.order_lines as line where order_id = bought.id
    ),
    'taxes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', name, 'state', state, 'rate', rate, 'taxable', taxable, 'tax', tax, 'isExempt', exempt > 0
      ) order by position), '[]')
      from public.order_taxes where order_id = bought.id
    ),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'method', method, 'at', shipped_at, 'deliveredAt', delivered_at, 'carrier', carrier,
        'tracking', tracking, 'pieces', (
          select coalesce(jsonb_agg(jsonb_build_object('name', part_name, 'quantity', shipment_lines.quantity)
            order by part_name), '[]')
          from public.shipment_lines join public.order_lines on order_lines.id = line_id where shipment_id = shipments.id
        )
      ) order by shipped_at, id), '[]')
      from public.shipments where order_id = bought.id and undone_at is null
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'state', state, 'amount', coalesce(amount, bought.amount), 'at', updated_at, 'method', method
      ) order by requested_at, id), '[]')
      from public.refunds where order_id = bought.id and state <> 'failed'
    ),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'kind', kind, 'at', at, 'pieces', details -> 'pieces', 'isWhole', details -> 'isWhole',
        'shipBy', details -> 'shipBy', 'byBuyer', details -> 'byBuyer',
        'note', case when is_full then details -> 'note' end
      ) order by id), '[]')
      from public.order_events
      where order_id = bought.id and kind in ('packed', 'canceled', 'delayed') and undone_at is null
    ),
    'buyer', case when is_full then jsonb_build_object(
      'name', bought.customer_name, 'email', bought.email, 'phone', bought.phone,
      'address', bought.shipping_address
    ) end,
    'questions', case when is_full then (
      select coalesce(jsonb_agg(jsonb_build_object('id', contact_messages.id, 'at', created_at, 'text', message, 'answers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', entry.id, 'at', entry.at, 'text', entry.text) order by entry.id), '[]')
        from public.inbox_threads join public.inbox_entries as entry on entry.thread_id = inbox_threads.id
        where message_id = contact_messages.id and entry.kind = 'answer'
      )) order by created_at, contact_messages.id), '[]')
      from public.contact_messages where order_id = bought.id
    ) else '[]' end,
    'texts', jsonb_build_object(
      'termsVersion', bought.terms_version, 'termsDate', (
        select published_at from public.legal_texts where page = 'terms' and version = bought.terms_version
      ),
      'warrantyVersion', bought.warranty_version, 'warrantyDate', (
        select published_at from public.legal_texts where page = 'warranty' and version = bought.warranty_version
      )
    )
  )
$$;

-- Who has an order's id may follow it by live updates. The stream says that it has changed, and nothing else.
-- Security definer: buyers without an account may read no orders.
create function public.buyer_order(
  order_number bigint, link_hash text default null, address text default null
) returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select public.buyer_order_data(bought, access.is_full)
    || case when access.is_full then jsonb_build_object('id', bought.id, 'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('number', number, 'kind', kind, 'state', state) order by number), '[]')
      from public.returns where order_id = bought.id
    )) else '{}' end
  from public.orders as bought
  cross join lateral (
    select bought.user_id is not distinct from auth.uid() and auth.uid() is not null
      or bought.email is not null and exists (
        select from public.order_links
        where token_hash = link_hash and order_id = bought.id and revoked_at is null and expires_at > now()
      ) as is_full
  ) as access
  where number = order_number and payment_id is not null
    and (access.is_full or lower(bought.email) = lower(address))
$$;
comment on function public.buyer_order is
  'A paid order for its buyer: the signed-in user, the bearer of a link, or, without the address, who knows its number and email. Else null.';
grant execute on function public.buyer_order to anon, authenticated;

-- A mail that waits until something can no longer be undone makes later mails wait too.
create function public.keep_order_mails_in_sequence() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.mail_at := greatest(new.mail_at, (
    select max(mail_at) from public.order_events
    where order_id = new.order_id and mail_at is not null and mail_id is null and undone_at is null
  ));
  return new;
end
$$;

create trigger keep_order_mails_in_sequence before insert on public.order_events
  for each row when (new.mail_at is not null) execute function public.keep_order_mails_in_sequence();

-- Security definer, as write_live_topic(). The trigger's arguments are the column with the order's id and the desk's topic.
create function public.write_order_topics() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.live_changes (topics)
    values (array[tg_argv[1], 'order:' || (to_jsonb(new) ->> tg_argv[0])]);
  return null;
end
$$;

create trigger write_order_topics after insert or update of undone_at on public.order_events
  for each row when (new.kind not in ('note', 'photo_added', 'photo_removed', 'released'))
  execute function public.write_order_topics('order_id', 'admin:orders');
create trigger write_order_topics after update of progress, status, refunded, dispute on public.orders
  for each row when (
    new.progress is distinct from old.progress or new.status <> old.status
    or new.refunded <> old.refunded or new.dispute is distinct from old.dispute
  ) execute function public.write_order_topics('id', 'admin:orders');
create trigger write_order_topics after insert or update of state, refund_id on public.returns
  for each row execute function public.write_order_topics('order_id', 'admin:returns');

-- Security definer: buyers without an account have no rows of their own. The secret id of the browser comes from its cookie.
create function public.just_paid_order(session text, browser uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select public.buyer_order_data(bought, bought.paid_at > now() - interval '1 day') - 'questions'
  from public.orders as bought
  where payment_session_id = session and payment_id is not null
    and (bought.browser_id = browser or bought.user_id = auth.uid())
$$;
comment on function public.just_paid_order is
  'A paid order for the browser that paid it, or its signed-in buyer. One day after the payment, without the address.';
grant execute on function public.just_paid_order to anon, authenticated;
