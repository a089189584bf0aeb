import { UpstreamError, isOutcomeUnknown } from './upstreamError.ts'

/**
 * Returns the response of a write. When the response is lost, checks whether the write took effect.
 * @param verify reads what the response would have been; undefined when the write had no effect, or its effect is
 * unknown
 * @throws the error of the write, unless `verify` shows that it took effect
 */
export async function verifyIfLost<Answer>(
  write: Promise<Answer>,
  verify: () => Promise<Answer | undefined>,
): Promise<Answer> {
  try {
    return await write
  } catch (lost) {
    if (!isOutcomeUnknown(lost)) throw lost
    const found = await verify().catch((error: unknown) => {
      throw error instanceof UpstreamError ? lost : error
    })
    if (found === undefined) throw lost
    return found
  }
}
