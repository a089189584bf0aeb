import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../../../app/sessionContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { useRootAttribute } from '../../../ui/useRootAttribute.ts'
import { albumAdditionsOf } from '../photo-actions/copy-to-album/AlbumAdditions.tsx'
import { collectSelected } from '../photo-collection/selection/collectSelected.ts'
import { useSelection, useSelectionState } from '../photo-collection/selection/SelectionContext.ts'
import { TimelineScrubber } from '../months/scrubber/TimelineScrubber.tsx'
import { useTimelineControl } from '../months/timelineControl.ts'
import { useSelectionUpkeep } from '../months/useSelectionUpkeep.ts'
import styles from './AlbumPickerPage.module.css'

const noMonths: readonly never[] = []

export interface AlbumPickerBarProps {
  readonly album: { readonly id: string; readonly name: string }
}

/** Shows the scrubber, and over the photos a button that adds the selected photos to the album. */
export function AlbumPickerBar({ album }: AlbumPickerBarProps) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const selection = useSelection()
  const { amount } = useSelectionState(selection)
  const additions = albumAdditionsOf(session)
  const control = useTimelineControl()
  useSelectionUpkeep(control?.months ?? noMonths)
  const [isPending, setPending] = useState(false)
  useRootAttribute('data-has-bottom-bar')
  const add = async () => {
    setPending(true)
    try {
      const photoIds = await collectSelected(session, selection)
      additions.addToAlbum({ albumId: album.id, albumName: album.name, photoIds })
      selection.stop()
    } catch {
      showToast({ kind: 'error', message: formatMessage({ id: 'album.pickFailed' }) })
      setPending(false)
    }
  }
  return (
    <>
      {control && <TimelineScrubber control={control} />}
      <div className={styles.bar}>
        <Button
          variant="primary"
          className={styles.next}
          isDisabled={amount === 0}
          isPending={isPending}
          onPress={() => void add()}
        >
          {formatMessage({ id: 'album.pick' }, { amount })}
        </Button>
      </div>
    </>
  )
}
