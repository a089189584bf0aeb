import { UpstreamError } from '../errors/upstreamError.ts'

/** Returns null when the object does not exist, or is not the customer's. */
export async function nullIfNotFound<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return null
    throw error
  }
}
