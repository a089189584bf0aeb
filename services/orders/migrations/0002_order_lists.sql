-- The variant of the product, such as 10X15, by which its current price is found. Null: unknown.
alter table sub_orders add column variant_code text;

-- Searches the lines of an account without reading the table.
create index sub_orders_to_search on sub_orders (account_id) include (super_order_id, title, product_code);
