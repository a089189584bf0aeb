/** The codes with which the gateway closes sockets. graphql-ws uses further codes. */
export const closeCodes = {
  goingAway: 1001,
  tryAgainLater: 1013,
  badRequest: 4400,
  /** No token was sent. Standard clients do not reconnect after this code. */
  unauthorized: 4401,
  /** Defined by graphql-transport-ws: clients get a new token and reconnect. */
  forbidden: 4403,
  internalError: 4500,
} as const
