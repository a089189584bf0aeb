import { useIntl } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { useLibraryEvents } from '../../../shared/LibraryEvents.ts'
import { useApp } from '../../../startup/appContext.ts'
import { Deletions } from './Deletions.ts'

/** Milliseconds: the time for Undo, and some more for whoever stays at the toast. */
const tokenLife = 120_000

const deletionsOf = new WeakMap<IEnvironment, Deletions>()

/** The deletions of this sign-in: they outlive the view that asks for them. */
export function useDeletions(): Deletions {
  const { environment, signIn } = useApp()
  const events = useLibraryEvents()
  const intl = useIntl()
  const known = deletionsOf.get(environment)
  if (known) return known
  const accountId = signIn.session()?.accountId
  const deletions = new Deletions({
    environment,
    intl,
    isSignedIn: () => signIn.session()?.accountId === accountId,
    // Without a token there is a message when the call fails.
    staySignedIn: () => void signIn.accessToken(tokenLife).catch(() => undefined),
    onEnd: () => events.announce(),
  })
  deletionsOf.set(environment, deletions)
  return deletions
}

/** Before signing out: makes the deletions that were promised. Resolves when they have ended. */
export async function finishDeletions(environment: IEnvironment): Promise<void> {
  await deletionsOf.get(environment)?.finish()
}
