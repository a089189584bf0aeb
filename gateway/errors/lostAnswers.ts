import { UpstreamError, isOutcomeUnknown } from './upstreamError.ts'

/**
 * The answer of a write. When it is lost, the service is asked whether it was done.
 * @param findOut what the answer would have been; undefined when it was not done, or nobody knows
 * @throws what the write failed with, unless that it was done is found out
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
