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
 * Photos and folders can be dropped anywhere on the page: it is covered while files are held over it, and they are on
 * the dialog's list when they are let go. What is dragged from the page itself is none of it.
 */
export function PageDrop({ queue }: { readonly queue: UploadQueue }) {
  const { formatMessage } = useIntl()
  const { isOpen, open, album } = useUpload()
  const [isOver, setOver] = useState(false)
  useFileDrags({
    // Another dialog asks something that is to be answered first.
    onOver: () => setOver(isOpen || document.querySelector('[role=dialog], [role=alertdialog]') === null),
    onEnd: () => setOver(false),
  })
  if (!isOver) return null
  return (
    // Above an open dialog too, which hides the rest of the page from pointers.
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

/** Tells when files from outside are held over the page. A browser that nobody stops would leave the page for a dropped file. */
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
    // Files that were held over the page before this was there are only ever over it.
    const over = (event: DragEvent) => {
      if (isOwn || !holdsFiles(event)) return
      event.preventDefault()
      onOver()
    }
    const aborter = new AbortController()
    const options = { capture: true, signal: aborter.signal }
    window.addEventListener('dragstart', begin, options)
    window.addEventListener('dragend', end, options)
    // A dragged element that leaves the page never says that its drag has ended.
    window.addEventListener('pointerdown', end, options)
    window.addEventListener('dragenter', over, options)
    window.addEventListener('dragover', over, options)
    window.addEventListener('drop', keepPage, options)
    return () => aborter.abort()
  }, [])
}
