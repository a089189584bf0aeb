import { z } from 'zod'
import { callOperator } from './operator.ts'
import { failWith, readSettings } from './settings.ts'

/** `npm run token -- <e-mail>`: prints an access token of a demo account, and nothing else. */
try {
  const email = process.argv[2]
  if (email === undefined) throw new Error('Name the account: npm run token -- anna@keepsake.example')
  const answer = await callOperator(readSettings(process.env), '/dev/identity/token', { email })
  process.stdout.write(`${z.object({ accessToken: z.string() }).parse(answer).accessToken}\n`)
} catch (error) {
  failWith(error)
}
