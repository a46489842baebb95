-- Quotes, and sales at the counter. A quote is a pending order that waits longer for its buyer: its stock is held, its
-- taxes are kept, and its payment is applied as those of all orders. A sale at the counter is an order that staff say is
-- paid: its payment_id begins with 'counter:', and no provider knows it.

alter table public.orders
  drop constraint orders_purchase_known,
  add column payment_method text,
  add column payment_reference text,
  add constraint orders_purchase_known check (purchase in ('cart', 'buy_now', 'quote', 'counter')),
  add constraint orders_payment_method_known check (payment_method in ('cash', 'card')),
  add constraint orders_payment_reference_bounded check (
    payment_reference is null or (payment_method is not null and length(payment_reference) between 1 and 60)
  );
comment on column public.orders.payment_method is
  'How it was paid at the counter: in cash, or by card at the shop''s own terminal. Null: through the payment provider.';
comment on column public.orders.payment_reference is 'What staff typed about it, such as the last digits of the card.';
create index orders_quotes_idx on public.orders (number desc) where purchase = 'quote';

-- The shop makes these orders only for a member of staff, whom its transaction names (app.user_id).
alter policy "The shop makes orders" on public.orders
  with check (purchase not in ('quote', 'counter') or (select public.is_staff()));

-- Only staff can say that an order was paid at the counter.
create function public.check_counter_payment() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_setting('role') in ('service_role', 'authenticated') and not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can take a payment at the counter';
  end if;
  return new;
end
$$;
create trigger check_counter_payment before update of payment_method on public.orders
  for each row when (new.payment_method is distinct from old.payment_method)
  execute function public.check_counter_payment();

create table public.quotes (
  order_id uuid not null,
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  note text,
  tax_reason text,
  canceled_at timestamptz,
  canceled_by uuid,
  page_key uuid,
  page_asked_at timestamptz,
  constraint quotes_pkey primary key (order_id),
  constraint quotes_order_id_fkey foreign key (order_id) references public.orders (id) on delete cascade,
  constraint quotes_texts_bounded check (length(note) between 1 and 1000 and length(tax_reason) between 1 and 200),
  constraint quotes_page_key_with_time check ((page_key is null) = (page_asked_at is null))
);
comment on table public.quotes is
  'What staff said about a quote, or a sale at the counter. Its parts, amounts and buyer are in its order.';
comment on column public.quotes.created_by is 'The person. No foreign key: a quote outlives the account.';
comment on column public.quotes.note is 'For the buyer.';
comment on column public.quotes.tax_reason is 'Why the tax is not what the shop computes.';
comment on column public.quotes.page_key is
  'Of the latest request for a payment page. A repeated request gets the same page; a failed one gets a new key.';
create index quotes_created_by_idx on public.quotes (created_by);
alter table public.quotes enable row level security;
create policy "Staff can read quotes" on public.quotes
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can cancel quotes" on public.quotes
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "The shop reads quotes" on public.quotes for select to service_role using (true);
create policy "The shop makes quotes for staff" on public.quotes
  for insert to service_role with check (created_by = (select auth.uid()) and (select public.is_staff()));
create policy "The shop asks for payment pages of quotes" on public.quotes
  for update to service_role using (true) with check (true);
grant select, update (canceled_at) on public.quotes to authenticated;
grant select, insert (order_id, note, tax_reason), update (page_key, page_asked_at) on public.quotes to service_role;

-- Security definer: staff may add no jobs. The job closes the payment page, and releases the stock.
create function public.cancel_quote() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can cancel quotes';
  end if;
  perform from public.orders where id = new.order_id and status = 'pending' and purchase = 'quote' for update;
  if not found or old.canceled_at is not null then
    raise check_violation using message = 'the quote is not open', constraint = 'quotes_open';
  end if;
  new.canceled_at := now();
  new.canceled_by := auth.uid();
  perform public.add_job(
    'end-hold', json_build_object('orderId', new.order_id, 'status', 'canceled'), 'cancel-quote:' || new.order_id
  );
  return new;
end
$$;
create trigger cancel_quote before update of canceled_at on public.quotes
  for each row execute function public.cancel_quote();

-- The secret links to a quote. Each copy and each mail has one of its own, because only hashes are kept.

create table public.quote_links (
  id uuid not null default gen_random_uuid(),
  order_id uuid not null,
  secret_hash text,
  by_mail boolean not null default false,
  created_by uuid not null default auth.uid(),
  created_at timestamptz not null default now(),
  mail_id uuid,
  constraint quote_links_pkey primary key (id),
  constraint quote_links_secret_hash_key unique (secret_hash),
  constraint quote_links_order_id_fkey foreign key (order_id) references public.quotes (order_id) on delete cascade,
  constraint quote_links_mail_id_fkey foreign key (mail_id) references public.mails (id) on delete set null,
  constraint quote_links_secret_or_mail check (by_mail or secret_hash is not null)
);
comment on table public.quote_links is 'Links with which a buyer opens a quote. The secrets are kept nowhere.';
comment on column public.quote_links.secret_hash is 'Of a mailed link: null until the mail is written.';
comment on column public.quote_links.created_by is 'The person. No foreign key: a link outlives the account.';
create index quote_links_order_id_idx on public.quote_links (order_id);
create index quote_links_mail_id_idx on public.quote_links (mail_id);
alter table public.quote_links enable row level security;
create policy "Staff can read links of quotes" on public.quote_links
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can make links of quotes" on public.quote_links
  for insert to authenticated with check ((select public.is_staff()) and created_by = (select auth.uid()));
create policy "The shop reads links of quotes" on public.quote_links for select to service_role using (true);
create policy "The shop notes the mail of a link" on public.quote_links
  for update to service_role using (true) with check (true);
grant select (id, order_id, by_mail, created_by, created_at, mail_id), insert (order_id, secret_hash, by_mail)
  on public.quote_links to authenticated;
grant select, update (secret_hash, mail_id) on public.quote_links to service_role;

-- Security definer: it locks the order, so that the quote stays open until the link is made.
create function public.check_quote_link() returns trigger
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  quote public.orders;
begin
  -- The policy is checked after this trigger.
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can make links of quotes';
  end if;
  select * into quote from public.orders where id = new.order_id for update;
  if quote.status <> 'pending' or quote.purchase <> 'quote' or quote.expires_at <= now()
    or exists (select from public.quotes where order_id = new.order_id and canceled_at is not null) then
    raise check_violation using message = 'the quote is not open', constraint = 'quotes_open';
  end if;
  if (select count(*) from public.quote_links where order_id = new.order_id) >= 20 then
    raise check_violation using message = 'too many links', constraint = 'quote_links_count';
  end if;
  if new.by_mail and quote.email is null then
    raise check_violation using message = 'the quote has no address', constraint = 'quote_links_address';
  end if;
  return new;
end
$$;
create trigger check_quote_link before insert on public.quote_links
  for each row execute function public.check_quote_link();

-- Security definer: staff may add no jobs.
create function public.queue_quote_mail() returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform public.add_job('mail-quote', json_build_object('linkId', new.id), 'quote-link:' || new.id);
  return null;
end
$$;
create trigger queue_quote_mail after insert on public.quote_links
  for each row when (new.by_mail) execute function public.queue_quote_mail();

-- Money that was taken at the counter is given back there.

alter table public.refunds
  add column method text,
  add constraint refunds_method_known check (method in ('cash', 'card'));
comment on column public.refunds.method is
  'How the money of a sale at the counter was given back: in cash, or by card at the shop''s own terminal. Null: by the provider.';
grant insert (method) on public.refunds to authenticated;

-- As in 0026_order_desk.sql, with the method.
create or replace function public.check_refund() returns trigger
  language plpgsql volatile security definer
  set search_path = ''
as $$
declare
  purchase public.orders;
  promised numeric;
  by_staff numeric;
begin
  -- The policy is checked after this trigger. It must not show others what an order was paid with.
  if current_setting('role') <> 'authenticated' then
    return new;
  end if;
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can ask for refunds';
  end if;
  select * into purchase from public.orders where id = new.order_id for update;
  if purchase.payment_id is null then
    raise check_violation using message = 'the order is not paid', constraint = 'refunds_of_paid_order';
  end if;
  if (purchase.payment_method is null) <> (new.method is null) then
    raise check_violation using
      message = 'the money goes back where it came from', constraint = 'refunds_method_of_payment';
  end if;
  select coalesce(sum(coalesce(amount, purchase.amount)) filter (where state in ('requested', 'pending')), 0),
    coalesce(sum(amount) filter (where reason = 'shop' and state <> 'failed'), 0)
    into promised, by_staff
    from public.refunds where order_id = new.order_id and payment_id = purchase.payment_id;
  if purchase.refunded + promised + new.amount > purchase.amount then
    raise check_violation using
      message = 'more than is left of the payment', constraint = 'refunds_within_payment';
  end if;
  if not public.is_admin() and by_staff + new.amount > public.staff_refund_limit() then
    raise insufficient_privilege using
      message = 'above the limit of staff', constraint = 'refunds_within_staff_limit';
  end if;
  if new.payment_id <> purchase.payment_id or new.reason <> 'shop' then
    raise insufficient_privilege using message = 'only the shop itself can ask for this refund';
  end if;
  new.asked_by := auth.uid();
  return new;
end
$$;
