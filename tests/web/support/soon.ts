/** Polls every 5 ms, because most results arrive within milliseconds, for up to 20 s, because a machine may be busy. */
export const soon = { timeout: 20_000, interval: 5 }
