import { z } from 'zod'
import { UpstreamError } from '../platform/http.ts'
import { plainText } from '../platform/plainText.ts'
import type { Platform } from '../platform/platform.ts'
import { type PaymentProvider, ProviderUnavailable } from './provider.ts'

/** The gateway waits for 5 s, and other calls of the same request also take time. */
const deadlineMilliseconds = 2_500

/** Text that cannot contain the number of a card or an account: those have at least 8 digits. */
const withoutNumber = (longest: number) =>
  plainText(longest).refine((text) => !/\d(?:[ -]?\d){7}/.test(text), 'contains a number of 8 or more digits')

/** A reference may contain long numbers, but must not consist of one. */
const reference = z.string().regex(/^(?=.*[A-Za-z_])[\w.-]{1,200}$/, 'a reference has letters, digits, or - . _')

export const createdSetupSchema = z.object({ id: reference, pageUrl: z.url({ protocol: /^https?$/ }) })

const providedMethodSchema = z.object({
  reference,
  kind: z.enum(['card', 'directDebit']),
  brand: withoutNumber(40).nullable(),
  lastDigits: z
    .string()
    .regex(/^\d{2,4}$/)
    .nullable(),
  expires: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
    .nullable(),
})

export const providedSetupSchema = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['open', 'pending', 'refused', 'cancelled', 'expired']) }),
  z.object({ state: z.literal('succeeded'), method: providedMethodSchema }),
])

/**
 * The provider behind a base URL that answers the calls of decision 0532: the demo's own provider, or an adapter that
 * the retailer runs beside the services. The calls have the secret of the services.
 */
export function createHttpProvider({ http }: Pick<Platform, 'http'>, baseUrl: string): PaymentProvider {
  const common = { asService: true, deadlineMilliseconds } as const
  return {
    async createSetup({ id, ...setup }) {
      const url = `${baseUrl}/v1/setups`
      const call = {
        ...common,
        url,
        method: 'POST',
        body: setup,
        idempotencyKey: id,
        answer: createdSetupSchema,
      } as const
      const created = await orUnavailable(http.call(call))
      return { providerSetup: created.id, pageUrl: created.pageUrl }
    },
    async readSetup(providerSetup) {
      const url = `${baseUrl}/v1/setups/${encodeURIComponent(providerSetup)}`
      const call = { ...common, url, answer: providedSetupSchema }
      return (await nullIfUnknown(http.call(call))) ?? { state: 'expired' }
    },
    async detach(method) {
      const url = `${baseUrl}/v1/methods/${encodeURIComponent(method)}`
      await nullIfUnknown(http.call({ ...common, url, method: 'DELETE', answer: z.null() }))
    },
  }
}

async function orUnavailable<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    throw error instanceof UpstreamError ? new ProviderUnavailable(error) : error
  }
}

/**
 * Null if the provider says that it does not know the object. A 404 without this code comes from something else, such
 * as a proxy in front of it.
 */
async function nullIfUnknown<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.status === 404 && error.code === 'NOT_FOUND') return null
    throw new ProviderUnavailable(error)
  }
}
