import { useSession } from '../../../../app/sessionContext.ts'
import { collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { findProjectsUsing } from './findProjectsUsing.ts'
import { type ProjectsWarning, useProjectsWarning } from './useProjectsWarning.tsx'

/** For more photos, the ids and the projects would be found only after the customer has read the dialog. */
const maximumPhotos = 5_000

/** The warning that saved projects use the selected photos. There is no warning for more than 5,000 photos. */
export function useSelectedProjectsWarning(selection: Selection, count: number): ProjectsWarning {
  const session = useSession()
  return useProjectsWarning(count, async (signal) => {
    if (count > maximumPhotos) return null
    return findProjectsUsing(session.environment, await collectSelected(session, selection, { signal }))
  })
}
