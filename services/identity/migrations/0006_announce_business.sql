-- Announces business accounts once more, because earlier events did not say that they are business accounts.
update accounts set announced = false where business;
