-- Staff can change an open quote, and keep texts that they often answer with.

-- A part of a quote can be held anew, so only its open holds are unique.
alter table public.stock_holds drop constraint stock_holds_order_part_key;
create unique index stock_holds_open_order_part_key on public.stock_holds (order_id, part_id) where outcome is null;
create index stock_holds_order_id_idx on public.stock_holds (order_id);

alter table public.quotes
  add column shipping_by_hand boolean not null default false,
  add column change_id uuid,
  add column changed_at timestamptz,
  add column changed_by uuid,
  add constraint quotes_change_complete check (num_nulls(change_id, changed_at, changed_by) in (0, 3));
comment on column public.quotes.shipping_by_hand is 'Staff set the price of the shipment.';
comment on column public.quotes.change_id is
  'Of the latest change, chosen by its form. Who changes or pays the quote names the change that the page has shown.';
comment on column public.quotes.changed_by is 'The person. No foreign key: a quote outlives the account.';
grant insert (shipping_by_hand), update (note, tax_reason, shipping_by_hand, change_id)
  on public.quotes to service_role;

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

-- The lines and taxes of a changed quote are written anew, by the shop for a member of staff.
create policy "The shop deletes lines of open quotes for staff" on public.order_lines
  for delete to service_role using (
    (select public.is_staff())
    and exists (select from public.orders where id = order_id and purchase = 'quote' and status = 'pending')
  );
grant delete on public.order_lines to service_role;
create policy "The shop deletes taxes of open quotes for staff" on public.order_taxes
  for delete to service_role using (
    (select public.is_staff())
    and exists (select from public.orders where id = order_id and purchase = 'quote' and status = 'pending')
  );
grant delete on public.order_taxes to service_role;
comment on table public.order_taxes is
  'What was charged with an order for each jurisdiction, at which rate. It changes only with an open quote.';

create trigger write_live_topic after insert or update of canceled_at, change_id on public.quotes
  for each row execute function public.write_live_topic('admin:quotes');
create trigger write_quotes_topic after update of status on public.orders
  for each row when (new.purchase = 'quote' and new.status <> old.status)
  execute function public.write_live_topic('admin:quotes');

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
