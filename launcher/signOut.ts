import { callOperator } from './operator.ts'
import { failWith, readSettings } from './settings.ts'

/**
 * `npm run sign-out -- <e-mail>`: ends all sign-ins of an account. It is for accounts to which somebody else may be
 * signed in.
 */
try {
  const email = process.argv[2]
  if (email === undefined) throw new Error('Name the account: npm run sign-out -- anna@keepsake.example')
  await callOperator(readSettings(process.env), '/dev/identity/sessions/end', { email })
  process.stdout.write(`All sign-ins of ${email} have ended.\n`)
} catch (error) {
  failWith(error)
}
