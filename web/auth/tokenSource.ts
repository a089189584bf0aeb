/** The source of the access tokens of requests. */
export interface TokenSource {
  /**
   * Resolves with a valid token. A token that is about to expire is renewed first.
   * @param minimumLifetime how long (ms) the token must stay valid; by default, as long as one request may take
   */
  accessToken(minimumLifetime?: number): Promise<string>
  /** Resolves with a new token after the gateway refused the token `refused`. Rejects when the session has ended. */
  renewAfter(refused: string): Promise<string>
}
