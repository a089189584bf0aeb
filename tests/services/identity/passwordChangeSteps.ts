import { password as oldPassword } from './emailChangeKit.ts'
import { sentMails } from './outbox.ts'
import type { RunningIdentity } from './support.ts'
import { locationOf, SignInRequest, type Visitor } from './visitor.ts'

export const newPassword = 'seven quiet herons'
export const wrongPassword = 'eight loud herons'
export const filled = { currentPassword: oldPassword, password: newPassword }

/** Opens the page that changes the password, or the sign-in page before it. */
export async function openPage(visitor: Visitor, request = new SignInRequest()): Promise<string> {
  return locationOf(await visitor.get(request.url({ prompt: 'password' })))
}

/** The mails that tell an address about a changed password. */
export async function noticesTo(identity: RunningIdentity, email: string): Promise<string[]> {
  const mails = await sentMails(identity)
  return mails
    .filter(({ to, subject }) => to === email && subject === 'Your password was changed')
    .map(({ text }) => text)
}
