import { useIntl } from 'react-intl'
import { useApp } from '../../../../app/appContext.ts'
import type { PhotoTasks } from '../photo-tasks/PhotoTasks.ts'
import { usePhotoTasks } from '../photo-tasks/usePhotoTasks.ts'
import { AlbumRemovals } from './AlbumRemovals.ts'

const removalsOf = new WeakMap<PhotoTasks, AlbumRemovals>()

/** What is taken out of albums in this sign-in: it outlives the view that asks for it. */
export function useAlbumRemovals(): AlbumRemovals {
  const { environment } = useApp()
  const intl = useIntl()
  const tasks = usePhotoTasks()
  const removals = removalsOf.get(tasks) ?? new AlbumRemovals({ environment, intl, tasks })
  removalsOf.set(tasks, removals)
  return removals
}
