/** For what comes within milliseconds on a machine that is not busy: looked for often, and for long. */
export const soon = { timeout: 20_000, interval: 5 }
