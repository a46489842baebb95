-- Quotes, which are pending orders that wait longer for their buyers, and sales at the counter. Texts that staff often answer
-- with.

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
  shipping_by_hand boolean not null default false,
  change_id uuid,
  changed_at timestamptz,
  changed_by uuid,
  constraint quotes_pkey primary key (order_id),
  constraint quotes_texts_bounded check (length(note) between 1 and 1000 and length(tax_reason) between 1 and 200),
  constraint quotes_page_key_with_time check ((page_key is null) = (page_asked_at is null)),
  constraint quotes_change_complete check (num_nulls(change_id, changed_at, changed_by) in (0, 3)),
  constraint quotes_canceled_by_someone check ((canceled_at is null) = (canceled_by is null)),
  constraint quotes_times_plausible check (
    least(created_at, canceled_at, page_asked_at, changed_at) >= '2000-01-01 00:00Z'
    and greatest(created_at, canceled_at, page_asked_at, changed_at) < '2200-01-01 00:00Z'
  ),
  constraint quotes_order_id_fkey foreign key (order_id) references public.orders (id) on delete restrict
);
comment on table public.quotes is
  'What staff said about a quote, or a sale at the counter. Its parts, amounts and buyer are in its order.';
comment on column public.quotes.created_by is 'The person. No foreign key: a quote outlives the account.';
comment on column public.quotes.note is 'For the buyer.';
comment on column public.quotes.tax_reason is 'Why the tax is not what the shop computes.';
comment on column public.quotes.page_key is
  'Of the latest request for a payment page. A repeated request gets the same page; a failed one gets a new key.';
comment on column public.quotes.shipping_by_hand is 'Staff set the price of the shipment.';
comment on column public.quotes.change_id is
  'Of the latest change, chosen by its form. Who changes or pays the quote names the change that the page has shown.';
comment on column public.quotes.changed_by is 'The person. No foreign key: a quote outlives the account.';
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
grant select on public.quotes to authenticated, service_role;
grant update (canceled_at) on public.quotes to authenticated;
grant insert (order_id, note, tax_reason, shipping_by_hand), update (note, tax_reason, page_key, page_asked_at,
  shipping_by_hand, change_id) on public.quotes to service_role;

create trigger write_live_topic after insert or update of canceled_at, change_id on public.quotes
  for each row execute function public.write_live_topic('admin:quotes');

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
grant select (id, order_id, by_mail, created_by, created_at, mail_id), insert (order_id, by_mail, secret_hash) on
  public.quote_links to authenticated;
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

create trigger queue_quote_mail after insert on public.quote_links
  for each row when (new.by_mail)
  execute function public.queue_job('mail-quote', 'linkId', 'quote-link:');

create function public.note_quote_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if not public.is_staff() then
    raise insufficient_privilege using message = 'only staff can change quotes';
  end if;
  perform from public.orders where id = new.order_id and status = 'pending' and purchase = 'quote' for update;
  if not found or old.canceled_at is not null then
    raise check_violation using message = 'the quote is not open', constraint = 'quotes_open';
  end if;
  new.changed_at := now();
  new.changed_by := auth.uid();
  return new;
end
$$;

create trigger note_quote_change before update of change_id, note, tax_reason, shipping_by_hand on public.quotes
  for each row execute function public.note_quote_change();

create table public.saved_answers (
  id uuid not null default gen_random_uuid(),
  title text not null,
  text text not null,
  changed_by uuid not null default auth.uid(),
  changed_at timestamptz not null default now(),
  constraint saved_answers_pkey primary key (id),
  constraint saved_answers_title_bounded check (length(title) between 1 and 80 and title = btrim(title)),
  constraint saved_answers_text_bounded check (length(text) between 1 and 2000)
);
comment on table public.saved_answers is 'Texts that staff insert when they answer requests and messages.';
comment on column public.saved_answers.text is 'With placeholders for the sender''s name and the number of the order.';
comment on column public.saved_answers.changed_by is 'The person. No foreign key: the text outlives the account.';
create unique index saved_answers_title_key on public.saved_answers (lower(title));
alter table public.saved_answers enable row level security;
create policy "Staff can read saved answers" on public.saved_answers
  for select to authenticated using ((select public.is_staff()));
create policy "Staff can add saved answers" on public.saved_answers
  for insert to authenticated with check ((select public.is_staff()));
create policy "Staff can change saved answers" on public.saved_answers
  for update to authenticated using ((select public.is_staff())) with check ((select public.is_staff()));
create policy "Staff can delete saved answers" on public.saved_answers
  for delete to authenticated using ((select public.is_staff()));
grant select, insert (title, text), update (title, text), delete on public.saved_answers to authenticated;

create function public.note_saved_answer() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- One at a time, so that the count is right.
  perform pg_advisory_xact_lock(hashtextextended('saved answers', 0));
  if tg_op = 'INSERT' and (select count(*) from public.saved_answers) >= 100 then
    raise check_violation using message = 'too many saved answers', constraint = 'saved_answers_count';
  end if;
  new.changed_by := coalesce(auth.uid(), new.changed_by);
  new.changed_at := now();
  return new;
end
$$;

create trigger note_saved_answer before insert or update on public.saved_answers
  for each row execute function public.note_saved_answer();

-- As service_role, whose policies let it read the order.
create function public.payment_request(of_order uuid) returns jsonb
  language sql stable
  set search_path = ''
  return (
    select jsonb_build_object(
      'tax', tax::text, 'shipping', shipping::text, 'core', core::text, 'battery_fee', battery_fee::text,
      'days_min', days_min, 'days_max', days_max, 'email', email,
      'fulfillment', fulfillment, 'ship_to', ship_to, 'pickup_location', pickup_location,
      'created_at', orders.created_at, 'expires_at', expires_at,
      'page_key', page_key, 'page_asked_at', page_asked_at,
      'lines', (
        select jsonb_agg(
          jsonb_build_object('part_name', part_name, 'quantity', quantity, 'unit_price', unit_price::text)
          order by part_name, id
        )
        from public.order_lines where order_id = orders.id
      )
    )
    from public.orders left join public.quotes on quotes.order_id = orders.id and page_asked_at is not null
    where orders.id = of_order
  );
comment on function public.payment_request is 'What the provider''s page of an order depends on.';
grant execute on function public.payment_request to service_role;
