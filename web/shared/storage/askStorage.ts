/** How long (ms) to wait for the answer. Storage may read a whole file before it answers. */
const answerMilliseconds = 60_000

/** Asks storage about uploads of the token's account. Rejects on abort and on timeout. */
export async function askStorage(address: string, token: string, signal: AbortSignal): Promise<Response> {
  return fetch(address, {
    headers: { Authorization: `Bearer ${token}`, 'X-Correlation-Id': crypto.randomUUID() },
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]),
  })
}
