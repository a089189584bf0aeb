-- To list and erase the personal vouchers of an account.
create index vouchers_by_account on vouchers (account_id, code) where account_id is not null;
