/** How long (ms) to wait for the answer. Storage may read a whole file before it answers. */
const answerMilliseconds = 60_000

/**
 * Asks storage about uploads of the token's account; without a token, about an upload that no account has claimed.
 * Rejects on abort and on timeout.
 */
export async function askStorage(
  address: string,
  token: string | null,
  signal: AbortSignal,
  request: { readonly method?: string; readonly body?: string } = {},
): Promise<Response> {
  return fetch(address, {
    ...request,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      'X-Correlation-Id': crypto.randomUUID(),
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]),
  })
}
