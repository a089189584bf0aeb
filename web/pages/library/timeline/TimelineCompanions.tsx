import { useState } from 'react'
import { useIntl } from 'react-intl'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { PhotoDragTray } from '../photo-actions/copy-to-album/PhotoDragTray.tsx'
import { PrintOrder } from '../photo-actions/print-order/PrintOrder.tsx'
import { type PhotoSort, formatSort } from '../photo-collection/sorting/sortPreference.ts'
import { useTimelineControl } from '../months/timelineControl.ts'
import { TimelineScrubber } from '../months/scrubber/TimelineScrubber.tsx'
import { useSelectionUpkeep } from '../months/useSelectionUpkeep.ts'

const names: Readonly<Record<string, string>> = {
  'dateTaken-desc': 'sort.takenNewest',
  'dateTaken-asc': 'sort.takenOldest',
  'created-desc': 'sort.uploadedNewest',
  'created-asc': 'sort.uploadedOldest',
}

const noMonths: readonly never[] = []

export interface TimelineCompanionsProps {
  readonly sort: PhotoSort
}

/**
 * Adds what the timeline needs after its photos are shown: the current month, the scrubber, print orders, dragging, and
 * the announcements of the sort order.
 */
export function TimelineCompanions({ sort }: TimelineCompanionsProps) {
  const { formatMessage } = useIntl()
  const chosen = formatSort(sort)
  const [first] = useState(chosen)
  const [isChanged, setChanged] = useState(false)
  if (chosen !== first && !isChanged) setChanged(true)
  const control = useTimelineControl()
  useSelectionUpkeep(control?.months ?? noMonths)
  return (
    <>
      <VisuallyHidden>
        <output>
          {isChanged && formatMessage({ id: 'timeline.sorted' }, { order: formatMessage({ id: names[chosen] ?? '' }) })}
        </output>
      </VisuallyHidden>
      {control && <TimelineScrubber control={control} />}
      <PrintOrder />
      <PhotoDragTray />
    </>
  )
}
