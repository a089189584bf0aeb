import { z } from 'zod'

/** The page that caused a mail: its brand and language, and the client id of its site. */
export const mailPlace = { brand: z.string(), locale: z.string(), client: z.string() }

const schema = z.object(mailPlace)

export type MailPlace = z.infer<typeof schema>
