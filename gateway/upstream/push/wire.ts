import { z } from 'zod'
import { wirePosition, wireProgress, wireTimestamp } from '../live/jobFacts.ts'
import { wireSchema } from '../wireSchema.ts'

/** A message about the activation of a library; `position` is our own. */
export const wireActivationMessage = wireSchema(
  z.object({
    type: z.string(),
    id: z.uuid(),
    data: z.object({ payload: z.unknown(), timestamp: wireTimestamp.nullish() }),
    position: wirePosition.nullish(),
  }),
)

/** What our own service says in a payload. */
export const wireActivationPayload = wireSchema(z.object({ progress: wireProgress }))
