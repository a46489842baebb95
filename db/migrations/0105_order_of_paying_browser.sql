-- The address of the success page is in histories, logs of other programs and shared screens, so it alone shows nothing of an
-- order: its buyer's browser or account does.

drop function public.just_paid_order(text);

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
