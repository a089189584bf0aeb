import { useEffect, useEffectEvent, useState } from 'react'
import { DropZone, Text } from 'react-aria-components/DropZone'
import { FormattedMessage, useIntl } from 'react-intl'
import { useUpload } from '../../../shared/uploadContext.ts'
import { classes } from '../../../ui/classes.ts'
import { Prints } from '../../../ui/Prints.tsx'
import { collectDropped } from './collectFiles.ts'
import { holdsFiles } from './holdsFiles.ts'
import styles from './PageDrop.module.css'
import type { UploadQueue } from './uploadQueue.ts'

/**
 * A drop zone for photos and folders that covers the whole page while files are dragged over it. Dropped files are
 * added to the list of the upload dialog. Drags that start on the page itself are ignored.
 */
export function PageDrop({ queue }: { readonly queue: UploadQueue }) {
  const { formatMessage } = useIntl()
  const { isOpen, open, album } = useUpload()
  const [isOver, setOver] = useState(false)
  useFileDrags({
    // The zone does not appear while another dialog is open, because that dialog must be answered first.
    onOver: () => setOver(isOpen || document.querySelector('[role=dialog], [role=alertdialog]') === null),
    onEnd: () => setOver(false),
  })
  if (!isOver) return null
  return (
    // The attribute keeps the zone reachable by pointers above an open dialog.
    <section
      aria-label={formatMessage({ id: 'upload.drop.label' })}
      data-react-aria-top-layer="true"
      className={styles.page}
    >
      <DropZone
        className={classes(styles.zone)}
        getDropOperation={() => 'copy'}
        onDropExit={() => setOver(false)}
        onDrop={({ items }) => {
          setOver(false)
          open()
          void collectDropped(items).then(({ files, leftOut }) => queue.add(files, leftOut, album))
        }}
      >
        <Prints isSpread />
        <Text slot="label" className={classes(styles.title)}>
          <FormattedMessage id="upload.page.title" />
        </Text>
        <span className={styles.hint}>
          <FormattedMessage id="upload.page.hint" />
        </span>
      </DropZone>
    </section>
  )
}

interface FileDragListener {
  readonly onOver: () => void
  readonly onEnd: () => void
}

/** Reports file drags from outside of the page. It also prevents the browser from navigating to a dropped file. */
function useFileDrags(listener: FileDragListener): void {
  const onOver = useEffectEvent(listener.onOver)
  const onEnd = useEffectEvent(listener.onEnd)
  useEffect(() => {
    let isOwn = false
    const begin = () => {
      isOwn = true
    }
    const end = () => {
      isOwn = false
      onEnd()
    }
    const keepPage = (event: DragEvent) => {
      if (!isOwn && holdsFiles(event)) event.preventDefault()
    }
    // `dragover` is needed too: no `dragenter` comes for files that entered the page before these listeners were added.
    const over = (event: DragEvent) => {
      if (isOwn || !holdsFiles(event)) return
      event.preventDefault()
      onOver()
    }
    const aborter = new AbortController()
    const options = { capture: true, signal: aborter.signal }
    window.addEventListener('dragstart', begin, options)
    window.addEventListener('dragend', end, options)
    // No `dragend` comes if the dragged element was removed. The next press then shows that the drag has ended.
    window.addEventListener('pointerdown', end, options)
    window.addEventListener('dragenter', over, options)
    window.addEventListener('dragover', over, options)
    window.addEventListener('drop', keepPage, options)
    return () => aborter.abort()
  }, [])
}
