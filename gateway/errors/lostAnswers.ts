import { UpstreamError, isOutcomeUnknown } from './upstreamError.ts'

/**
 * Returns the response of a write. When the response is lost, finds out whether the write was done.
 * @param findOut reads what the response would have been; undefined when the write was not done, or that is unknown
 * @throws the error of the write, unless `findOut` shows that it was done
 */
export async function orFoundOut<Answer>(
  write: Promise<Answer>,
  findOut: () => Promise<Answer | undefined>,
): Promise<Answer> {
  try {
    return await write
  } catch (lost) {
    if (!isOutcomeUnknown(lost)) throw lost
    const found = await findOut().catch((error: unknown) => {
      throw error instanceof UpstreamError ? lost : error
    })
    if (found === undefined) throw lost
    return found
  }
}
