import { z } from 'zod'

/** The brand and language of the page where a mail was caused, and the client id of its site. */
export const mailPlace = { brand: z.string(), locale: z.string(), client: z.string() }

const schema = z.object(mailPlace)

export type MailPlace = z.infer<typeof schema>
