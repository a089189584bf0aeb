create table super_orders (
  -- UUIDv7.
  id uuid primary key,
  -- The name of the order for customers and other services.
  code text not null unique,
  account_id uuid not null,
  -- Rises with each change.
  version integer not null default 1,
  -- The idempotency key of the shop, and a digest of its request.
  request_key text not null,
  request_digest text not null,
  source text not null check (source in ('WEB', 'APP')),
  -- The store front that has taken the order, with a trailing slash.
  shop_url text not null,
  placed_at timestamptz not null,
  status text not null check (
    status in ('Received', 'Confirmed', 'ProductionStarted', 'ProductionCompleted', 'Dispatched', 'Cancelled')
  ),
  payment text not null check (payment in ('paymentPending', 'paymentFailed', 'paymentSuccess', 'paymentFree')),
  payment_changed_at timestamptz not null,
  fulfilment text not null,
  delivery_type text not null check (delivery_type in ('Home', 'PickupPoint')),
  delivery_address jsonb not null,
  currency text not null,
  -- Minor units. Prices include VAT: total = subtotal - discount + shipping, and tax is the VAT in the total.
  subtotal bigint not null,
  discount bigint not null,
  shipping bigint not null,
  tax bigint not null,
  total bigint not null check (total = subtotal - discount + shipping),
  -- The totals per VAT rate: [{ rate, net, tax, gross }], rate in hundredths of a percent.
  vat jsonb not null,
  -- The first promised dates, and the current ones. Null until the order is paid.
  promised_from date,
  promised_to date,
  expected_from date,
  expected_to date,
  -- When the factory found the delay that the expected dates follow from. Null if it has reported none.
  delay_reported_at timestamptz,
  -- When the simulator starts production. Null if this is not known.
  production_starts_at timestamptz,
  -- [{ at, kind, parcel }], oldest first.
  timeline jsonb not null,
  -- The next step of the simulator, from 0. Null: the order is not paid, or no step is left, or it is a demo order.
  next_simulated_step integer,
  -- The key of the reorder, from its first request on.
  reorder_key uuid
);

-- Pages of an account, newest first. `status` decides whether an order is expired.
create index super_orders_by_account on super_orders (account_id, placed_at desc, id desc) include (status);
create unique index super_orders_by_request on super_orders (account_id, request_key);

-- The lines of super orders: copies as they were when the order was placed.
create table sub_orders (
  code text primary key,
  super_order_id uuid not null references super_orders on delete cascade,
  -- From 1, within the super order.
  number integer not null,
  account_id uuid not null,
  placed_at timestamptz not null,
  product_code text not null,
  -- The variant of the product, such as 10X15, by which its current price is found. Null: unknown.
  variant_code text,
  article_name text not null,
  title text not null,
  quantity integer not null,
  -- Minor units, with VAT. The discount is that of the whole line.
  unit_price bigint not null,
  discount bigint not null,
  total bigint not null check (total = unit_price * quantity - discount),
  tax bigint not null,
  -- Hundredths of a percent.
  vat_rate integer not null,
  voucher_code text,
  -- How many photos line_photos has.
  photos_count integer not null,
  project_id text,
  unique (super_order_id, number)
);

create index sub_orders_by_account on sub_orders (account_id, placed_at desc, super_order_id desc, number);
create index sub_orders_by_article on sub_orders (account_id, article_name, placed_at desc, super_order_id desc, number);

-- Searches the lines of an account without reading the table.
create index sub_orders_to_search on sub_orders (account_id) include (super_order_id, title, product_code);

create table line_photos (
  line_code text not null references sub_orders on delete cascade,
  -- Index of the photo on the line, from 0.
  position integer not null,
  photo_id uuid not null,
  -- True: the photo was deleted for good.
  is_missing boolean not null default false,
  primary key (line_code, position)
);

create index line_photos_by_photo on line_photos (photo_id);
create index line_photos_missing on line_photos (line_code) where is_missing;

-- Photos that were deleted for good in the last day: a shop may place an order that still names them.
create table deleted_photos (
  photo_id uuid primary key,
  deleted_at timestamptz not null default clock_timestamp()
);

create index deleted_photos_by_age on deleted_photos (deleted_at);

create table parcels (
  super_order_id uuid not null references super_orders on delete cascade,
  -- From 1, within the super order.
  number integer not null,
  carrier text,
  -- Null if the parcel cannot be followed.
  tracking_number text,
  tracking_url text,
  dispatched_at timestamptz not null,
  -- [{ number, quantity }]: the lines inside.
  lines jsonb not null,
  -- [{ at, kind, place }], oldest first.
  tracking jsonb not null,
  primary key (super_order_id, number)
);

-- Orders with a next step, for the simulator.
create index super_orders_to_simulate on super_orders (id) where next_simulated_step is not null;

-- Unfinished orders, for the metrics, which leave out old unpaid orders.
create index super_orders_unfinished on super_orders (status, placed_at) include (payment_changed_at)
  where status in ('Received', 'Confirmed', 'ProductionStarted', 'ProductionCompleted');
