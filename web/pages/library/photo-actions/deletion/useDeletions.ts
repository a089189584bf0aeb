import { useIntl } from 'react-intl'
import { useLibraryEvents } from '../../../../shared/LibraryEvents.ts'
import { useApp } from '../../../../app/appContext.ts'
import type { PhotoTasks } from '../photo-tasks/PhotoTasks.ts'
import { usePhotoTasks } from '../photo-tasks/usePhotoTasks.ts'
import { Deletions } from './Deletions.ts'

const deletionsOf = new WeakMap<PhotoTasks, Deletions>()

/** The deletions of this sign-in: they outlive the view that asks for them. */
export function useDeletions(): Deletions {
  const { environment } = useApp()
  const events = useLibraryEvents()
  const intl = useIntl()
  const tasks = usePhotoTasks()
  const known = deletionsOf.get(tasks)
  if (known) return known
  const deletions = new Deletions({ environment, intl, tasks, onEnd: () => events.announce() })
  deletionsOf.set(tasks, deletions)
  return deletions
}
