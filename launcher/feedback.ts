import { z } from 'zod'
import { readOperator } from './operator.ts'
import { failWith, readSettings } from './settings.ts'

const answerSchema = z.object({
  feedback: z.array(z.object({ brand: z.string(), locale: z.string(), rating: z.number(), text: z.string() })),
})

/** `npm run feedback [-- 2026-11-29]`: prints what visitors wrote in the feedback widget on a day, by default today. */
try {
  const day = process.argv[2] ?? new Date().toISOString().slice(0, 10)
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`${day} is not a date such as 2026-11-29.`)
  const { feedback } = answerSchema.parse(
    await readOperator(readSettings(process.env), `/dev/analytics/feedback/${day}`),
  )
  for (const { brand, locale, rating, text } of feedback) {
    // The text of a visitor must not control the terminal.
    const line = text.replaceAll(/\p{Cc}+/gu, ' ')
    process.stdout.write(`${brand}  ${locale}  ${rating}/5  ${line}\n`)
  }
  process.stdout.write(`${day}: ${feedback.length} entries.\n`)
} catch (error) {
  failWith(error)
}
