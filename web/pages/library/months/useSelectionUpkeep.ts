import { useEffect } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { Environment } from 'relay-runtime'
import type { useSelectionUpkeepQuery } from '../../../__generated__/useSelectionUpkeepQuery.graphql.ts'
import { useLibraryChange, useRemovedPhotos } from '../../../shared/LibraryEvents.ts'
import type { Selection } from '../photo-collection/selection/Selection.ts'
import { useSelection } from '../photo-collection/selection/SelectionContext.ts'
import type { TimelineControlMonth } from './timelineControl.ts'

const query = graphql`
  query useSelectionUpkeepQuery($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Photo {
        id
        dateTaken
      }
    }
  }
`

/** The gateway's limit for one request. */
const maximumNodes = 100

/**
 * Deselects photos that are deleted. Photos that are added to a month are not selected, even when the whole month is
 * selected.
 */
export function useSelectionUpkeep(months: readonly TimelineControlMonth[]): void {
  const environment = useRelayEnvironment()
  const selection = useSelection()
  useRemovedPhotos((photoIds) => selection.forget(photoIds))
  useEffect(() => {
    for (const month of months) selection.recount(month)
  }, [selection, months])
  useLibraryChange(({ addedPhotoIds, hasUnlistedChanges }) => {
    if (!selection.parts.some(({ isAll }) => isAll) || addedPhotoIds.length === 0) return
    if (hasUnlistedChanges || addedPhotoIds.length > maximumNodes) deselectWholeMonths(selection)
    else void excludeAdded(environment, selection, months, addedPhotoIds)
  })
}

async function excludeAdded(
  environment: Environment,
  selection: Selection,
  months: readonly TimelineControlMonth[],
  photoIds: readonly string[],
): Promise<void> {
  const counts = new Map(selection.parts.map((part) => [part.collectionId, part.isAll ? part.count : 0]))
  try {
    const data = await fetchQuery<useSelectionUpkeepQuery>(environment, query, { ids: photoIds }).toPromise()
    const byMonth = Map.groupBy(data?.nodes ?? [], (photo) => monthKey(photo?.dateTaken))
    for (const { id, year, month } of months) {
      const added = byMonth.get(year === null || month === null ? '' : keyOf(year, month)) ?? []
      const part = selection.parts.find(({ collectionId }) => collectionId === id)
      if (added.length === 0 || !part?.isAll) continue
      // The month's new count may have arrived in the meantime.
      const count = Math.max(part.count, (counts.get(id) ?? 0) + added.length)
      selection.recount(
        { id, count },
        added.flatMap((photo) => photo?.id ?? []),
      )
    }
  } catch {
    deselectWholeMonths(selection)
  }
}

/**
 * Deselects whole months when it is not known which photos were added: no photo may be selected that the user has not
 * seen.
 */
function deselectWholeMonths(selection: Selection): void {
  selection.clear(selection.parts.flatMap(({ isAll, collectionId }) => (isAll ? [collectionId] : [])))
}

function monthKey(dateTaken: string | null | undefined): string {
  return dateTaken?.slice(0, 7) ?? ''
}

function keyOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
}
