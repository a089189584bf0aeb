/** Why the gateway closes a socket, beyond what graphql-ws closes it for by itself. */
export const closeCodes = {
  goingAway: 1001,
  tryAgainLater: 1013,
  badRequest: 4400,
  /** graphql-transport-ws: clients connect anew on it, asking for a fresh token. */
  forbidden: 4403,
  internalError: 4500,
} as const
