-- True for a business account, which gets invoices. Null: not known yet. That is so for accounts from before this
-- column, until the identity service announces them again, and for accounts that a replica of the earlier release adds.
alter table accounts drop column business;
alter table accounts add column business boolean;
