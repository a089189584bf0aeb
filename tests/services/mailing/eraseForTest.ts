import { appendEvent } from '../asService.ts'
import { until } from '../storage/customer.ts'
import type { MailingServices } from './mailingServices.ts'

/** Erases an account as the identity service does, and waits until the service has reported the erasure. */
export async function eraseForTest(services: MailingServices, accountId: string): Promise<void> {
  await appendEvent(services, { type: 'account.deleted', owner: accountId, data: { round: 1 } })
  await until(async () => {
    const reported = await services.platform.events.existsAfter({
      owner: accountId,
      types: ['account.erased'],
      after: 0,
    })
    return reported ? true : null
  }, 'the service to erase the account')
}
