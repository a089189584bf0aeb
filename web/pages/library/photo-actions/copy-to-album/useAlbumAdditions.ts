import { useIntl } from 'react-intl'
import { useApp } from '../../../../app/appContext.ts'
import type { PhotoTasks } from '../photo-tasks/PhotoTasks.ts'
import { usePhotoTasks } from '../photo-tasks/usePhotoTasks.ts'
import { AlbumAdditions } from './AlbumAdditions.tsx'
import { useAlbumRemovals } from './useAlbumRemovals.ts'

const additionsOf = new WeakMap<PhotoTasks, AlbumAdditions>()

/** What is copied to albums in this sign-in: it outlives the view that asks for it. */
export function useAlbumAdditions(): AlbumAdditions {
  const { environment } = useApp()
  const intl = useIntl()
  const tasks = usePhotoTasks()
  const removals = useAlbumRemovals()
  const additions = additionsOf.get(tasks) ?? new AlbumAdditions({ environment, intl, tasks, removals })
  additionsOf.set(tasks, additions)
  return additions
}
