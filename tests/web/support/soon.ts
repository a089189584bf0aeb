/** Polls often, for results within milliseconds, and for long, because a machine may be busy. */
export const soon = { timeout: 20_000, interval: 5 }
