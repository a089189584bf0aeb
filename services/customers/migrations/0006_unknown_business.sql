-- True for a business account, which gets invoices. Null: not known yet. Accounts that are older than this column have
-- null until the identity service announces them again. So do accounts that a replica of the earlier release adds.
alter table accounts drop column business;
alter table accounts add column business boolean;
