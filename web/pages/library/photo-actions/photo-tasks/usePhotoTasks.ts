import { useIntl } from 'react-intl'
import type { IEnvironment } from 'relay-runtime'
import { useApp } from '../../../../app/appContext.ts'
import { PhotoTasks } from './PhotoTasks.ts'

/** Milliseconds: the time for Undo, and some more for whoever stays at the toast. */
const tokenLife = 120_000

const tasksOf = new WeakMap<IEnvironment, PhotoTasks>()

/** The tasks of this sign-in: they outlive the view that asks for them. */
export function usePhotoTasks(): PhotoTasks {
  const { environment, signIn } = useApp()
  const intl = useIntl()
  const known = tasksOf.get(environment)
  if (known) return known
  const accountId = signIn.session()?.accountId
  const tasks = new PhotoTasks({
    intl,
    isSignedIn: () => signIn.session()?.accountId === accountId,
    // Without a token there is a message when the call fails.
    staySignedIn: () => void signIn.accessToken(tokenLife).catch(() => undefined),
  })
  tasksOf.set(environment, tasks)
  return tasks
}

/** Before signing out: does what was promised. Resolves when it has ended. */
export async function finishPhotoTasks(environment: IEnvironment): Promise<void> {
  await tasksOf.get(environment)?.finish()
}
