alter policy "Whoever can read an order can read its lines" on public.order_lines
  rename to "Users can read the lines of orders that they can read";
