import { preferences } from '../app/storage.ts'
import { type Session, perSession } from '../app/Session.ts'
import { Store } from '../app/Store.ts'

const key = 'keepsake.accountStatus'

/**
 * The status of a business account. The browser stores the status, so that the account's banner is there at the first
 * render of the next visit, and nothing moves.
 */
class AccountStatus extends Store {
  readonly #accountId: string
  /** As in the enum `BusinessStatus`; null for a private account, and while it is unknown. */
  status: string | null

  constructor({ accountId }: Session) {
    super()
    this.#accountId = accountId
    const [owner, known] = (preferences.getItem(key) ?? '').split(' ')
    this.status = owner === accountId && known !== undefined ? known : null
  }

  set(status: string | null): void {
    if (status === this.status) return
    this.status = status
    preferences.setItem(key, status === null ? '' : `${this.#accountId} ${status}`)
    this.changed()
  }
}

export const accountStatusOf = perSession((session) => new AccountStatus(session))
