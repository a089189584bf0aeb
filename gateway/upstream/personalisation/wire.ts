import { z } from 'zod'
import { wireSchema } from '../wireSchema.ts'

const variant = z.object({ experiment: z.string(), variant: z.string() })

/** Schema of the list of variants. */
export const wireVariants = wireSchema(z.object({ variants: z.array(variant) }))
