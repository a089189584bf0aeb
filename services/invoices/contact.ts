import { z } from 'zod'
import type { Platform } from '../platform/platform.ts'

const contactSchema = z.object({
  name: z.string().nullable(),
  locale: z.string().nullable(),
  /** Null: not known yet. */
  business: z.boolean().nullable(),
})

/** What the customers service knows about the customer of an order. */
export type Contact = z.infer<typeof contactSchema>

/** @throws UpstreamError if the customers service fails, or does not know the account yet */
export async function readContact({ config, http }: Platform, accountId: string): Promise<Contact> {
  const url = `${config.urls.customers}/accounts/${accountId}/contact`
  return http.call({ url, asService: true, answer: contactSchema })
}
