import { z } from 'zod'
import { wirePosition, wireProgress, wireTimestamp } from '../live/jobFacts.ts'
import { wireSchema } from '../wireSchema.ts'

/** Schema of a message about the activation of a library. Only our own service sends `position`. */
export const wireActivationMessage = wireSchema(
  z.object({
    type: z.string(),
    id: z.uuid(),
    data: z.object({ payload: z.unknown(), timestamp: wireTimestamp.nullish() }),
    position: wirePosition.nullish(),
  }),
)

/** Schema of our own service's payload. */
export const wireActivationPayload = wireSchema(z.object({ progress: wireProgress }))
