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

/** The gateway's limit for one question. */
const mostNodes = 100

/**
 * Keeps a selection true while photos come and go: what is gone is not selected, and of a month that was selected as a
 * whole, what came later is not.
 */
export function useSelectionUpkeep(months: readonly TimelineControlMonth[]): void {
  const environment = useRelayEnvironment()
  const selection = useSelection()
  useRemovedPhotos((photoIds) => selection.forget(photoIds))
  useEffect(() => {
    for (const month of months) selection.recount(month)
  }, [selection, months])
  useLibraryChange(({ addedPhotoIds, isMore }) => {
    if (!selection.parts.some(({ isAll }) => isAll) || addedPhotoIds.length === 0) return
    if (isMore || addedPhotoIds.length > mostNodes) leaveWholeMonths(selection)
    else void leaveOut(environment, selection, months, addedPhotoIds)
  })
}

async function leaveOut(
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
      // The month's new number may have come meanwhile.
      const count = Math.max(part.count, (counts.get(id) ?? 0) + added.length)
      selection.recount(
        { id, count },
        added.flatMap((photo) => photo?.id ?? []),
      )
    }
  } catch {
    leaveWholeMonths(selection)
  }
}

/** Nobody knows what came into which month: better nothing of a month is selected than what was never seen. */
function leaveWholeMonths(selection: Selection): void {
  selection.clear(selection.parts.flatMap(({ isAll, collectionId }) => (isAll ? [collectionId] : [])))
}

function monthKey(dateTaken: string | null | undefined): string {
  return dateTaken?.slice(0, 7) ?? ''
}

function keyOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
}
